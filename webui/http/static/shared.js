/* The worker that all pages of a browser share (lib/switchboard.js says why). */

import { serve } from "./lib/switchboard.js";

self.addEventListener("connect", (/** @type {MessageEvent} */ { ports: [port] }) => serve(port));

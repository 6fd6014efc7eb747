/* The worker that all pages of a browser share (lib/switchboard.js tells why). */

import { serve } from "./lib/switchboard.js";

self.addEventListener("connect", (/** @type {MessageEvent} */ { ports: [port] }) => serve(port));

/* The recommended rules for the page's scripts; what others wrote (vendor/) is left as it came. */

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/vendor/**"] },
  js.configs.recommended,
  { rules: { "no-shadow": "error" } },
  {
    files: ["**/*.js"],
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
  },
  { files: ["**/theme.js"], languageOptions: { sourceType: "script" } },
];

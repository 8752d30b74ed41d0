import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"
// By path, because Node itself reads this file and can't read TypeScript out of a package.
import { portalBase } from "../contract/src/core/site-defaults.ts"
import { buildTarget } from "./build/browser-floor.mjs"
import { compressed } from "./build/compressed.ts"
import { compiledEarly } from "./build/compiled-early.ts"
import { documentFrame } from "./build/document-frame.ts"
import { documentTexts } from "./build/document-texts.ts"
import { bootScript } from "./build/boot-script.ts"
import { withoutFilesAtHand } from "./build/files-at-hand.ts"
import { failedSheetsForgotten } from "./build/failed-sheets-forgotten.ts"
import { homeFirst } from "./build/home-first.ts"
import { homeGroups } from "./build/home-groups.ts"
import { hostedScript } from "./build/hosted-script.ts"
import { installable } from "./build/installable.ts"
import { lighterRouter } from "./build/lighter-router.ts"
import { loginBudget } from "./build/login-budget.ts"
import { loginFirst } from "./build/login-first.ts"
import { shapesWithoutEval } from "./build/shapes-without-eval.ts"
import { themeSheet } from "./build/theme-sheet.ts"
import { workerFunctions } from "./build/worker-functions.ts"
import { withoutJsonSchema } from "./build/without-json-schema.ts"

const home = homeGroups()

export default defineConfig({
  root: import.meta.dirname,
  base: portalBase,
  plugins: [
    react(),
    themeSheet(),
    bootScript(),
    documentTexts(),
    documentFrame(),
    hostedScript(),
    installable(),
    withoutJsonSchema(),
    shapesWithoutEval(),
    lighterRouter(),
    failedSheetsForgotten(),
    loginFirst(),
    loginBudget(),
    home.plugin,
    compiledEarly(),
    homeFirst(),
    compressed(),
  ],
  worker: { plugins: () => [workerFunctions()] },
  build: {
    target: buildTarget,
    outDir: "dist",
    modulePreload: { resolveDependencies: withoutFilesAtHand },
    rolldownOptions: {
      output: {
        // The start knows a hundred of these names, and a hash can't be compressed.
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        codeSplitting: {
          groups: [{ name: home.groupOf, debugName: "home", includeDependenciesRecursively: false }],
        },
      },
    },
    emptyOutDir: true,
    // For the lazy chunks that draw the charts and the API page.
    chunkSizeWarningLimit: 1600,
  },
})

import { basename } from "node:path"
import { defineConfig } from "vite"

const entries = [
  "main",
  "commands/archive",
  "commands/backup",
  "commands/demo-data",
  "commands/doctor",
  "commands/first-admin",
  "commands/move",
  "commands/restore",
  "commands/send-alarm",
  "slider/slider-worker",
  "features/attachments/file-thread",
  "features/imports/import-thread",
]

/** Our own packages are TypeScript and are bundled; those of npm stay where they are installed. */
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: [/^@uc\//] },
  build: {
    ssr: true,
    target: "node20",
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(entries.map((name) => [basename(name), `src/${name}.ts`])),
      // Side by side, so that an address relative to a file leads to the same place from every one of them.
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
})

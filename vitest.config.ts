import react from "@vitejs/plugin-react"
import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    reporters: ["default"],
    projects: [
      { test: { name: "contract", include: ["contract/src/**/*.test.ts"] } },
      { test: { name: "bridge", include: ["bridge/src/**/*.test.ts"], environment: "jsdom" } },
      {
        plugins: [react()],
        test: { name: "portal", include: ["portal/src/**/*.test.{ts,tsx}"], environment: "jsdom" },
      },
      {
        test: {
          name: "server",
          include: ["server/src/**/*.test.ts"],
          globalSetup: "server/src/db/scratch-cluster.ts",
        },
      },
      { test: { name: "house", include: ["*.test.ts", "scripts/**/*.test.ts"] } },
    ],
  },
})

import { expect, test } from "vitest"
import { typedCommand } from "./typed-command.ts"

test("[OPS-7] advice names commands as typed: npm in the sources, user-centre in a release", () => {
  const typed = (isRelease: boolean) => [
    typedCommand("start", "", isRelease),
    typedCommand("archive", "", isRelease),
    typedCommand("restore", "--from FILE", isRelease),
  ]
  expect(typed(false)).toEqual(["npm start", "npm run archive", "npm run restore -- --from FILE"])
  expect(typed(true)).toEqual(["user-centre start", "user-centre archive", "user-centre restore --from FILE"])
})

import { expect, test } from "vitest"
import { startAnswer } from "./start-options.mjs"

test("[OPERATE-6] the start answers --help and --version, refuses other options and starts without any", () => {
  expect(startAnswer([])).toBeNull()
  expect(startAnswer(["--help"])).toMatchObject({ said: expect.stringMatching(/^npm start\n/), code: 0 })
  expect(startAnswer(["--version"])).toMatchObject({ said: expect.stringMatching(/^\d+\.\d+\.\d+/), code: 0 })
  expect(startAnswer(["--prot=80"])).toMatchObject({
    said: expect.stringContaining("--prot=80 is no option"),
    code: 1,
  })
})

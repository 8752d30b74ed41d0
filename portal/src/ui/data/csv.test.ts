import { expect, test } from "vitest"
import { csvOf } from "./csv.ts"

test("[HOME-2] a table is exported as a spreadsheet reads it, and no cell of it is a formula", () => {
  expect(
    csvOf([
      ["单位", "预警（条）"],
      ['=HYPERLINK("http://x")', 3],
      ["+1", -2],
      ["-1", 0],
      ["@SUM(A1)", 1],
      ["\t=1", 1],
      ["甲,乙\n丙", 1.5],
    ]),
  ).toBe(
    "\uFEFF单位,预警（条）\r\n" +
      '"\'=HYPERLINK(""http://x"")",3\r\n' +
      "'+1,-2\r\n'-1,0\r\n'@SUM(A1),1\r\n'\t=1,1\r\n\"甲,乙\n丙\",1.5\r\n",
  )
})

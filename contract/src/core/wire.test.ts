import { describe, expect, test } from "vitest"
import type { z } from "zod"
import { Count, Cursor, Day, Id, IdList, idsOf, Moment, oneOf, PageSize, text, ZeroOne } from "./wire.ts"

describe("scalars are written in one way only", () => {
  const refused: [name: string, shape: z.ZodType, written: unknown[]][] = [
    [
      "Count",
      Count,
      [
        "1e3",
        " 7",
        "7 ",
        "0x10",
        "-1",
        "+1",
        "1.0",
        "",
        "1234567890",
        "٧",
        "７",
        -1,
        0.5,
        NaN,
        1e12,
        null,
        true,
      ],
    ],
    ["PageSize", PageSize, ["0", "201", "007", "1e2", 0, 201, 1.5, ""]],
    ["ZeroOne", ZeroOne, ["2", "01", "", "true", 2, true, -0.5]],
    ["Cursor", Cursor, ["", "1", "1-", "-1", "1-2-3", "999999999999999-1", "1e3-1", "1-1234567890123456789"]],
    ["Id", Id, ["", "1234567890123456789", "-1", "1e3", " 7", "7\n", "1,2", "７", 7, null]],
    [
      "IdList",
      IdList,
      [",", "1,", ",1", "1,,2", "1, 2", "1234567890123456789", Array(1001).fill("1").join(","), ["1"]],
    ],
    [
      "Moment",
      Moment,
      [
        "2026-11-15",
        "2026-11-15T08:30:00",
        "2026-13-01 00:00:00",
        "2026-02-30 00:00:00",
        "2026-01-01 24:00:00",
        "0000-01-01 00:00:00",
        "2026-11-15 08:30:00\n",
        "",
      ],
    ],
    ["Day", Day, ["2026-02-29", "2026-11-31", "20261115", "2026-11-15 00:00:00", ""]],
    ["text(3)", text(3), ["abcd", "a\0", "\uD800", "\uDC00a", ["a"], null]],
  ]

  test.each(refused)("%s refuses what looks like one", (_name, shape, written) => {
    expect(written.filter((value) => shape.safeParse(value).success)).toEqual([])
  })

  test("numbers and their digits are the same", () => {
    expect([Count.parse("0"), Count.parse("007"), Count.parse(42)]).toEqual([0, 7, 42])
    expect([PageSize.parse("1"), PageSize.parse("99"), PageSize.parse("200")]).toEqual([1, 99, 200])
    expect([ZeroOne.parse("0"), ZeroOne.parse(1)]).toEqual([0, 1])
    expect([oneOf(1, 30).parse("30"), oneOf(1, 30).parse(30)]).toEqual([30, 30])
  })

  test("what is right passes", () => {
    expect(Id.parse("999999999999999999")).toBe("999999999999999999")
    expect(Moment.parse("2028-02-29 23:59:59")).toBe("2028-02-29 23:59:59")
    expect(Day.parse("2026-11-30")).toBe("2026-11-30")
    expect(text(3).parse("😀a")).toBe("😀a")
    expect(IdList.parse(Array(1000).fill("999999999999999999").join(","))).toHaveLength(18_999)
  })

  test("a list of ids comes apart as it was put together", () => {
    expect(idsOf("")).toEqual([])
    expect(idsOf("1")).toEqual(["1"])
    expect(idsOf("1,20,3")).toEqual(["1", "20", "3"])
  })
})

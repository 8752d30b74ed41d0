import { areaCalls, type Area } from "@uc/contract/areas/calls"
import { expect, test } from "vitest"
import { testApp, type TestClient } from "../../testing/test-app.ts"

const namesOf = (areas: readonly Area[]) => areas.map(({ areaname }) => areaname)

async function everyArea(client: TestClient, areaid?: string): Promise<Area[]> {
  const level = await client.send(areaCalls.below, { areaid })
  const below = await Promise.all(
    level.filter(({ isParent }) => isParent).map((area) => everyArea(client, area.areaid)),
  )
  return [...level, ...below.flat()]
}

test("[AREA-1] an area comes with those above it, from the topmost that the user reaches", async () => {
  const app = await testApp()
  const chains = async (account: string) =>
    Object.fromEntries((await everyArea(await app.as(account))).map(({ areaname, ids }) => [areaname, ids]))
  expect(await chains("platform")).toEqual({
    澜州市: [],
    甲区: ["330100"],
    乙区: ["330100"],
    甲镇: ["330100", "330101"],
  })
  expect(await chains("bureau-a")).toEqual({ 甲区: [], 甲镇: ["330101"] })
  expect(await chains("head-town")).toEqual({ 甲镇: [] })
})

test("[AREA-1] areas are found by name, pinyin or initials, higher ones first", async () => {
  const app = await testApp()
  const platform = await app.as("platform")
  const found = async (areaname: string) => namesOf(await platform.send(areaCalls.found, { areaname }))
  expect(await found("区")).toEqual(["甲区", "乙区"])
  expect(await found("州")).toEqual(["澜州市"])
  expect(await found("JiaZhen")).toEqual(["甲镇"])
  expect(await found("zs")).toEqual(["澜州市"])
  for (const none of ["%", "_", "没有", "<b>"]) expect(await found(none)).toEqual([])
  expect(await platform.send(areaCalls.found, { areaname: "甲镇" })).toEqual(
    (await everyArea(platform)).filter(({ areaname }) => areaname === "甲镇"),
  )
})

test("[AREA-1] remembered areas that are gone or out of reach are left out, those of a name too", async () => {
  const app = await testApp()
  const bureau = await app.as("bureau-a")
  const ids = "330102,330101001,330100,999999,330101,330101"
  expect(namesOf(await bureau.send(areaCalls.found, { ids }))).toEqual(["甲区", "甲镇"])
  expect(await bureau.send(areaCalls.found, { ids: "" })).toEqual([])
  expect(namesOf(await bureau.send(areaCalls.found, { areaname: "区" }))).toEqual(["甲区"])
  for (const areaid of ["330102", "330100", "999999"])
    expect((await bureau.request(areaCalls.below, { areaid })).statusCode).toBe(403)
})

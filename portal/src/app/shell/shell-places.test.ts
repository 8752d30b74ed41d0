import { permissions } from "@uc/contract/roles/permissions"
import { expect, test } from "vitest"
import { tilesFor } from "../../features/manage/manage-tiles.ts"
import { someUser } from "../../testing/some-user.ts"
import { topPlacesFor } from "./shell-places.ts"

test.each(permissions.map(({ id }) => id))("[DAY-18] %s shows 管理 just where it has a tile", (id) => {
  const user = { ...someUser, permissions: [id] }
  const isShown = topPlacesFor(user).some(({ label }) => label === "管理")
  expect(isShown).toBe(tilesFor(user).length > 0)
})

test("[DAY-18] 管理 is not offered to who holds no permission", () => {
  expect(topPlacesFor({ ...someUser, permissions: [] }).map(({ label }) => label)).toEqual([
    "首页",
    "应用",
    "服务",
  ])
})

import { gridCalls, type GridNode } from "@uc/contract/grids/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { expect, test } from "vitest"
import { testApp } from "../../testing/test-app.ts"

function flat(nodes: readonly GridNode[]): GridNode[] {
  return nodes.flatMap((node) => [node, ...flat(node.childList)])
}

function depth(nodes: readonly GridNode[]): number {
  return nodes.length === 0 ? 0 : 1 + Math.max(...nodes.map(({ childList }) => depth(childList)))
}

test("[GRID-1] the organisation's tree with keys, and the space's name if asked for", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const plain = await head.send(gridCalls.tree, {})
  expect(depth(plain)).toBeGreaterThan(2)
  const zone = flat(plain).find(({ name }) => name === "教学区网格")
  expect(zone?.keys).toBe("jiaoxuequwangge jxqwg")
  const spaced = flat(await head.send(gridCalls.tree, { ifCallBackSpaceName: 1 }))
  expect(spaced.find(({ id }) => id === zone?.id)).toMatchObject({
    name: "教学区网格（教学区）",
    keys: zone?.keys,
  })
  expect(await head.send(gridCalls.tree, { ifCallBackSpaceName: 0 })).toEqual(plain)
})

test("[GRID-1] another organisation's grids are refused, those below a bureau answered", async () => {
  const app = await testApp()
  const [head, bureau, stranger] = [
    await app.as("head-a1"),
    await app.as("bureau-a"),
    await app.as("head-b1"),
  ]
  const { orgid } = await head.send(accountCalls.current, {})
  expect(await bureau.send(gridCalls.tree, { orgid })).toEqual(await head.send(gridCalls.tree, {}))
  expect((await stranger.request(gridCalls.tree, { orgid })).statusCode).toBe(403)
})

import { accountCalls } from "@uc/contract/account/calls"
import type { InputOf } from "@uc/contract/core/call"
import { noticeCalls } from "@uc/contract/notices/calls"
import type { TestClient } from "./test-app.ts"

/** For tests of notices with recipients (DAY-11): for nobody, until it is said for whom. */
export const forNobody: InputOf<typeof noticeCalls.save> = {
  title: "校园安全自查",
  kind: "通知公告",
  body: "请各校自查。",
  isForOwn: false,
  isShared: false,
  isPinned: false,
  publish: "now",
}
export const writeNotice = (client: TestClient, more: Partial<typeof forNobody>) =>
  client.send(noticeCalls.save, { ...forNobody, ...more })
export const me = (client: TestClient) => client.send(accountCalls.current, {})

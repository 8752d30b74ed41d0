import { randomBytes } from "node:crypto"
import { captchaCalls } from "@uc/contract/captcha/calls"
import { expect, test } from "vitest"
import { solution } from "../server/src/testing/test-slider.ts"
import { testApp } from "../server/src/testing/test-app.ts"

test("[CAPT-6] C8: of 500 sliders that 16 answer at once over two processes each is passed once", async () => {
  const app = await testApp({ trustedProxies: 1 })
  const other = await app.another()
  for (let n = 0; n < 500; n++) {
    const headers = {
      cookie: `uc_did=${randomBytes(32).toString("base64url")}`,
      "x-forwarded-for": `10.0.${n >> 8}.${n & 255}`,
    }
    const clients = [app.anonymous, other.as(app.anonymous)]
    const { chenckMoveid: id } = await app.anonymous.send(captchaCalls.image, { purpose: "login" }, headers)
    const solved = await solution(app.database, id)
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        (clients[at % 2] ?? app.anonymous).request(captchaCalls.check, solved, headers),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  }
})

// Waits until a product is ready, opens its page and signs in. Plain Node: it runs where nothing of the project is.
// node sign-in-once.mjs ADDRESS PATH-OF-SIGN-IN ACCOUNT PASSWORD prints what came back as JSON.
import { createHash } from "node:crypto"

const [, , address = "", path = "", account = "", password = ""] = process.argv

const patienceMs = 120_000
const beganMs = Date.now()
for (;;) {
  const isReady = await fetch(`${address}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )
  if (isReady) break
  if (Date.now() - beganMs > patienceMs) throw new Error(`${address} was not ready within two minutes`)
  await new Promise((resolve) => setTimeout(resolve, 200))
}
const page = await fetch(`${address}/`)
const answer = await fetch(`${address}${path}`, {
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded", origin: address },
  body: new URLSearchParams({
    account,
    password: createHash("md5").update(password).digest("hex").toUpperCase(),
  }).toString(),
})
const cookie = answer.headers.getSetCookie().find((each) => each.startsWith("uc_sid=")) ?? null
const isPortal = (await page.text()).includes('<script type="module"')
const { errtype = null } = await answer.json()
console.log(
  JSON.stringify({
    page: page.status,
    isPortal,
    signIn: answer.status,
    errtype,
    cookie: cookie?.split("=")[0] ?? null,
  }),
)

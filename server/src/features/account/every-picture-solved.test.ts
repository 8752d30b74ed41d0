import { accountCalls } from "@uc/contract/account/calls"
import { expect, inject, test } from "vitest"
import type { Passwords } from "../../security/sign-in/passwords.ts"
import { testPasswords } from "../../testing/test-passwords.ts"
import { md5, testApp } from "../../testing/test-app.ts"
import { passTime, testBrowser } from "../../testing/test-browser.ts"

/** Counts the passwords that are really compared; all are wrong. */
function countingPasswords() {
  let compared = 0
  const passwords: Passwords = {
    ...testPasswords(inject("pepper")),
    matches: async () => {
      compared++
      return false
    },
  }
  return { passwords, compared: () => compared }
}

/** Somebody with a program that solves every picture and its proof of work, and with as many browsers as they like. */
async function attackWith(passwords: Passwords) {
  const app = await testApp({ passwords })
  return {
    wait: (seconds: number) => passTime(app.database, seconds),
    guess: async (account: string, address?: string) => {
      const browser = testBrowser(app, address)
      const given = { account, password: md5("guess"), variant: "newLogin", ...(await browser.slider()) }
      return (await browser.request(accountCalls.signIn, given)).statusCode
    },
  }
}

const minutes = (count: number) => count * 60

test("[DAY-1] C11: with every picture solved an account is tried 15 times an hour, 50 a day", async () => {
  const { passwords, compared } = countingPasswords()
  const { wait, guess } = await attackWith(passwords)
  const quarters: number[] = []
  for (let quarter = 0; quarter < 24 * 4; quarter++) {
    while ((await guess("head-a1")) !== 429);
    quarters.push(compared())
    await wait(minutes(15) + 1)
  }
  expect(quarters.slice(0, 4)).toEqual([5, 10, 10, 15])
  expect(quarters.at(-1)).toBe(50)
})

test("[DAY-1] C11: with every picture solved 200 passwords are tried from an address in ten minutes", async () => {
  const { passwords, compared } = countingPasswords()
  const { wait, guess } = await attackWith(passwords)
  for (const [round, expected] of [200, 400].entries()) {
    for (let no = 0; no < 203; no++) await guess(`nobody-${round}-${no}`, "203.0.113.9")
    expect(compared()).toBe(expected)
    await wait(minutes(10) + 1)
  }
})

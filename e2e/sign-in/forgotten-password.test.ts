import { expect, test } from "@playwright/test"
import { demoPassword } from "@uc/contract/demo/accounts"
import { demoMessageCalls } from "@uc/contract/demo/message-calls"
import { query } from "../database.ts"
import { identityDialog } from "../identity.ts"
import { open, pathOf, signIn } from "../sign-in.ts"
import { dragSlider } from "../slider-answer.ts"
import { ownPerson } from "./own-person.ts"

// A drag is dozens of moves, which take long on a busy machine.
test.describe.configure({ timeout: 120_000 })

test("[DAY-15] a forgotten password: phone, slider, code, new password, and back to the login", async ({
  page,
}) => {
  const kept = await ownPerson(1)
  const phone = "13955550155"
  try {
    await query("update person set phone = $2 where id = $1", [kept.id, phone])
    await open(page, "/newLogin")
    await page.getByRole("link", { name: "短信找回密码" }).click()
    await expect.poll(() => pathOf(page)).toBe("/forgotPassword")
    await page.getByLabel("手机号").fill("139")
    await page.getByRole("button", { name: "获取验证码" }).click()
    await expect(page.getByLabel("手机号")).toHaveAccessibleDescription("请输入11位手机号")
    await page.getByLabel("手机号").fill(phone)
    await page.getByRole("button", { name: "获取验证码" }).click()
    await dragSlider(page)
    await expect(page.getByText("验证码已发送")).toBeVisible()
    const { service, path } = demoMessageCalls.list
    const outbox = (await (await page.request.get(`/${service}${path}`)).json()) as {
      data: { text: string }[]
    }
    const code =
      /(\d{6})/.exec(outbox.data.find(({ text }) => text.includes("找回密码"))?.text ?? "")?.[1] ?? ""
    await page.getByRole("textbox", { name: "短信验证码" }).fill(code)
    await page.keyboard.press("Enter")
    await page.getByLabel("新密码", { exact: true }).fill("Qing!Shan#26")
    await page.getByLabel("再次输入新密码").fill("Qing!Shan#26")
    await page.screenshot({ path: test.info().outputPath("forgotten-password.png") })
    await page.keyboard.press("Enter")
    await expect(page.getByText("密码已重置")).toBeVisible()
  } finally {
    await query("update credential set phc = $2 where person_id = $1", [kept.id, kept.phc])
    await query("update person set phone = $2 where id = $1", [kept.id, kept.phone])
  }
})

test("[DAY-15][DAY-1] 锁屏 in the menu locks at once; a known browser unlocks by password without a slider", async ({
  page,
}) => {
  await signIn(page, "teacher")
  await open(page, "/main/home")
  await page.getByRole("button", { name: /个人菜单/ }).click()
  await page.getByRole("menuitem", { name: "锁屏" }).click()
  const lock = identityDialog(page, "屏幕已锁定")
  await expect(lock).toBeVisible()
  await page.getByLabel("登录密码").fill(demoPassword)
  await page.getByRole("button", { name: "确定" }).click()
  await expect(lock).toHaveCount(0)
})

test("[DAY-15] ? opens the help with the shortcuts, Escape closes it", async ({ page }) => {
  await signIn(page, "teacher")
  await open(page, "/main/home")
  await expect(page.getByRole("heading", { name: "我的应用" })).toBeVisible()
  await page.keyboard.press("?")
  const help = page.getByRole("dialog", { name: "帮助" })
  await expect(help.getByText("搜索菜单、页面和人员")).toBeVisible()
  await page.screenshot({ path: test.info().outputPath("help.png") })
  await page.keyboard.press("Escape")
  await expect(help).toHaveCount(0)
})

import { expect, test, type Request } from "@playwright/test"
import { DemoMessage, demoMessageCalls } from "@uc/contract/demo/message-calls"
import { activationMessages, activationRefusals } from "@uc/contract/login/activation-calls"
import { expectAccessible } from "../accessible.ts"
import { chooseOption } from "../choose-option.ts"
import { query } from "../database.ts"
import { identityDialog, proveByPassword } from "../identity.ts"
import { accountBox, submitForm } from "../login-form.ts"
import { open, pathOf, signIn } from "../sign-in.ts"
import { dragSlider } from "../slider-answer.ts"

const account = "e2e.lin"
const name = "林初晓"
const password = "Lin@2026#eigen"

test.beforeAll(async () => {
  await query(
    `insert into person (org_id, account, name, phone, usertype, pinyin, initials)
     select org_id, $1, $2, '13912345671', usertype, 'linchuxiao', 'lcx' from person where account = 'teacher'`,
    [account, name],
  )
})
test.afterAll(async () => {
  await query("delete from person where account = $1", [account])
})

test("[DISTRICT-1] a link by SMS is opened on a phone, takes a password, and the person signs in", async ({
  page,
  browser,
}) => {
  test.slow()
  await test.step("the school's administrator has links sent to who has not activated yet", async () => {
    await signIn(page, "school")
    await open(page, "/main/peopleTree?name=lcx")
    await page.getByRole("checkbox", { name: new RegExp(name) }).check()
    await page.getByRole("button", { name: "生成初始密码" }).click()
    const form = page.getByRole("dialog", { name: "生成初始密码" })
    await chooseOption(form.getByLabel("发放内容"), "激活链接")
    await chooseOption(form.getByLabel("发放方式"), "短信")
    await expectAccessible(page)
    await form.getByRole("button", { name: "生成", exact: true }).click()
    const list = page.getByRole("list", { name: "初始密码" })
    await expect(identityDialog(page).or(list).first()).toBeVisible()
    if (await identityDialog(page).isVisible()) await proveByPassword(page)
    const first = list.getByRole("listitem").first()
    await expect(first.getByText("已发送")).toBeVisible()
    await expect(first.getByText(/激活链接，短信，有效期至/)).toBeVisible()
  })

  const link = await test.step("the message has the link", async () => {
    const { service, path } = demoMessageCalls.list
    const { data } = (await (await page.request.get(`/${service}${path}`)).json()) as { data: unknown }
    const message = DemoMessage.array()
      .parse(data)
      .find(({ text }) => text.includes(account))
    return /打开 (\S+) 设置密码/.exec(message?.text ?? "")?.[1] ?? ""
  })
  const secret = link.split("k=")[1] ?? ""
  expect(secret).toHaveLength(24)

  const phone = await (
    await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
  ).newPage()
  const addresses: string[] = []
  phone.on("request", (request: Request) => void addresses.push(request.url()))
  await test.step("who opens it sees name and organisation and sets a password", async () => {
    await phone.goto(link)
    await expect(phone.getByText(name)).toBeVisible()
    await expect(phone.getByText("文澜区第一小学").first()).toBeVisible()
    await expectAccessible(phone)
    const overflow = () =>
      phone.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await overflow()).toBe(0)
    await phone.getByLabel("新密码", { exact: true }).fill(password)
    await phone.getByLabel("再次输入新密码").fill(password)
    await phone.getByRole("button", { name: "设置密码并激活" }).click()
    await expect(phone.getByRole("heading", { name: activationMessages.done })).toBeVisible()
    expect(pathOf(phone)).toBe("/activate")
  })
  // Not in the address of any request: that is what servers and proxies log.
  for (const address of addresses) expect(address.split("#")[0]).not.toContain(secret)

  await test.step("and signs in with it", async () => {
    await phone.getByRole("link", { name: "去登录" }).click()
    await expect(accountBox(phone)).toBeVisible()
    await submitForm(phone, account, password)
    await dragSlider(phone)
    await expect.poll(() => pathOf(phone)).toBe("/main/home")
  })

  await test.step("the link is of no use any more, and says what to do", async () => {
    const other = await (await browser.newContext()).newPage()
    await other.goto(link)
    await expect(other.getByText(activationRefusals.used)).toBeVisible()
    await expect(other.getByRole("link", { name: "去登录" })).toBeVisible()
  })
})

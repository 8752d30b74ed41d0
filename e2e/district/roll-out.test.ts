import { readFile } from "node:fs/promises"
import { expect, test, type Browser, type Page } from "@playwright/test"
import { domainMessages } from "@uc/contract/domains/calls"
import { pickers, type PickerName } from "@uc/contract/pickers/pickers"
import { decryptedXlsx } from "../../server/src/testing/test-encrypted.ts"
import { readXlsx } from "../../server/src/testing/sheets/test-xlsx.ts"
import { chooseOption } from "../choose-option.ts"
import { startHostedSite, type HostedSite } from "../hosted-site.ts"
import { identityDialog, proveByPassword } from "../identity.ts"
import { accountBox, submitForm } from "../login-form.ts"
import { openPicker } from "../open-picker.ts"
import { organisationNo, reportAlarm } from "../report-alarm.ts"
import { open } from "../sign-in.ts"
import { dragSlider } from "../slider-answer.ts"
import {
  addressOf,
  administratorOf,
  bureau,
  cityCode,
  districtName,
  memberOf,
  organisations,
  primarySchools,
  school,
  sheets,
} from "./district-sheets.ts"
import { startEmptySite, type EmptySite } from "./empty-site.ts"

/** Everybody chooses it at the first sign-in. */
const ownPassword = "Qinghe-2026-school"

let started: EmptySite | undefined
let hosted: HostedSite | undefined
const application = () => {
  if (!hosted) throw new Error("The application runs only while the test does")
  return hosted
}
const site = () => {
  if (!started) throw new Error("The site runs only while the test does")
  return started
}

test.beforeAll(async () => {
  started = await startEmptySite()
  hosted = await startHostedSite(started.address)
})
test.afterAll(async () => {
  await hosted?.stop()
  await started?.stop()
})

async function newBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: site().address, locale: "zh-CN" })
  return context.newPage()
}

/** The first sign-in: the one-time password, the slider, a password of one's own. */
async function beginWith(page: Page, account: string, oneTime: string): Promise<void> {
  await open(page, "/newLogin")
  await expect(accountBox(page)).toBeVisible()
  await submitForm(page, account, oneTime)
  await dragSlider(page, { dataDir: site().dataDir })
  await page.getByLabel("新密码", { exact: true }).fill(ownPassword)
  await page.getByLabel("再次输入新密码").fill(ownPassword)
  await page.getByRole("button", { name: "保存并登录" }).click()
  await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible()
}

/** Presses it, and proves who one is where that is asked for. */
async function confirm(
  page: Page,
  name: string | RegExp,
  outcome: ReturnType<Page["getByRole"]>,
): Promise<void> {
  await page.getByRole("button", { name, exact: true }).last().click()
  await expect(identityDialog(page).or(outcome).first()).toBeVisible()
  if (await identityDialog(page).isVisible())
    await proveByPassword(page, { password: ownPassword, dataDir: site().dataDir })
  await expect(outcome).toBeVisible()
}

async function upload(page: Page, kind: keyof typeof sheets): Promise<void> {
  const { label, content } = sheets[kind]
  await open(page, `/main/imports?kind=${kind}`)
  const buffer = Buffer.from(content)
  await page.getByLabel("选择文件").setInputFiles({ name: `${label}.csv`, mimeType: "text/csv", buffer })
  await expect(page.getByRole("button", { name: "确认导入" })).toBeVisible()
  await confirm(page, "确认导入", page.getByRole("heading", { name: `${label}导入完成` }))
}

/** Account and one-time password of everybody in the sheet that is downloaded now, by account. */
async function takeSheet(page: Page, organisation: string): Promise<ReadonlyMap<string, string>> {
  const row = page
    .getByRole("list", { name: "初始密码" })
    .getByRole("listitem")
    .filter({ hasText: organisation })
  const saving = page.waitForEvent("download")
  const told = page.getByRole("dialog", { name: "打开密码" })
  await row.getByRole("button", { name: "下载加密表格" }).click()
  await expect(identityDialog(page).or(told).first()).toBeVisible()
  if (await identityDialog(page).isVisible())
    await proveByPassword(page, { password: ownPassword, dataDir: site().dataDir })
  const file = await readFile(await (await saving).path())
  const password = (await told.locator("code").textContent()) ?? ""
  const opened = decryptedXlsx(file, password.trim())
  if (!opened) throw new Error("The workbook does not open with the password that was told")
  await told.getByRole("button", { name: "我已记下" }).click()
  const rows = readXlsx(opened).sheets.flat()
  const titles = rows.find((cells) => cells.includes("账号")) ?? []
  const [account, oneTime] = [titles.indexOf("账号"), titles.findIndex((title) => /密码/.test(String(title)))]
  return new Map(rows.map((cells) => [String(cells[account]), String(cells[oneTime])]))
}

async function expectPicker(page: Page, name: PickerName): Promise<void> {
  await openPicker(page, name)
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)
}

test("[DISTRICT-18] a district is rolled out from an empty database, by pages and sheets alone", async ({
  browser,
}) => {
  test.setTimeout(600_000)
  const platform = await newBrowser(browser)
  let passwords: ReadonlyMap<string, string> = new Map()

  await test.step("the first administrator signs in with the one-time password of the command", async () => {
    const options = ["--account", "admin", "--name", "张三", "--area-code", cityCode, "--area", "杭州市"]
    const oneTime = await site().firstAdmin(...options)
    await beginWith(platform, "admin", oneTime)
  })

  for (const kind of ["modules", "areas", "organisations", "departments", "people"] as const)
    await test.step(`${sheets[kind].label}: ${sheets[kind].count} by spreadsheet`, () =>
      upload(platform, kind))

  await test.step("everybody gets a first password; the bureau's sheet is taken", async () => {
    await platform.getByRole("button", { name: "生成初始密码" }).click()
    const form = platform.getByRole("dialog", { name: "生成初始密码" })
    await form.getByRole("button", { name: "生成", exact: true }).click()
    const list = platform.getByRole("list", { name: "初始密码" })
    await expect(identityDialog(platform).or(list).first()).toBeVisible()
    if (await identityDialog(platform).isVisible())
      await proveByPassword(platform, { password: ownPassword, dataDir: site().dataDir })
    await expect(list.getByRole("listitem")).toHaveCount(organisations.length)
    await expect(list.getByText("待下载")).toHaveCount(organisations.length, { timeout: 120_000 })
    passwords = await takeSheet(platform, bureau.name)
    expect([...passwords.keys()]).toContain(administratorOf(bureau))
  })

  await test.step("a menu belongs to a module", async () => {
    await open(platform, "/main/menus")
    await platform.getByRole("button", { name: "安全巡查", exact: true }).click()
    const form = platform.getByRole("dialog", { name: "编辑“安全巡查”" })
    await chooseOption(form.getByLabel("所属模块"), "平安校园")
    await confirm(platform, "保存", platform.getByText("菜单已保存"))
  })

  const district = await newBrowser(browser)
  await test.step("the bureau's administrator signs in, and takes a school's sheet", async () => {
    await beginWith(district, administratorOf(bureau), passwords.get(administratorOf(bureau)) ?? "")
    await open(district, "/main/peopleTree")
    await district.getByRole("treeitem", { name: districtName, exact: true }).click()
    await district.getByRole("button", { name: "初始密码" }).click()
    passwords = await takeSheet(district, school.name)
    expect([...passwords.keys()]).toContain(memberOf(school))
  })

  const head = await newBrowser(browser)
  await test.step("the school's administrator brings in buildings, grids and patrol points", async () => {
    await beginWith(head, administratorOf(school), passwords.get(administratorOf(school)) ?? "")
    for (const kind of ["buildings", "grids", "patrolPoints"] as const) await upload(head, kind)
  })

  await test.step("all eight pickers have something to choose", async () => {
    await open(head, "/main/home")
    await expect(head.getByRole("heading", { name: "我的应用" })).toBeVisible()
    for (const name of Object.keys(pickers) as PickerName[]) await expectPicker(head, name)
  })

  await test.step("the bureau lists an application for all schools, and the school's page opens it", async () => {
    await open(district, "/domain")
    await district.getByRole("button", { name: "添加一行" }).click()
    await district.getByRole("textbox", { name: /^名称/ }).last().fill("收文系统")
    await district
      .getByRole("textbox", { name: /^域名地址/ })
      .last()
      .fill(application().origin)
    await district
      .getByRole("checkbox", { name: /^对全部下级单位生效/ })
      .last()
      .check()
    const saved = district.getByText(domainMessages.saved, { exact: true })
    await confirm(district, /^保存/, saved)
    const address = `${application().origin}/in`
    // The portal reloads itself for it: its policy named the sites of before.
    await open(head, `/main/oldpage?url=${encodeURIComponent(address)}`)
    const frame = head.locator(`main iframe[src="${address}"]`)
    await expect(frame.contentFrame().getByRole("heading", { name: "收文" })).toBeVisible()
  })

  await test.step("an assessment reaches the primary schools, and nobody else", async () => {
    await upload(district, "assessmentItems")
    await open(district, "/main/assessments?view=schemes")
    await district.getByRole("button", { name: /^下发/ }).click()
    const form = district.getByRole("dialog", { name: /^下发/ })
    await chooseOption(form.getByLabel("学段"), school.level)
    await form.getByRole("button", { name: "按区域选择" }).click()
    const areas = district.getByRole("dialog", { name: "选择单位所在区域" })
    await areas.getByRole("treeitem", { name: districtName }).click()
    await areas.getByRole("button", { name: /^确定/ }).click()
    await expect(form.getByText(`${primarySchools.length} 个单位`)).toBeVisible()
    await form.getByRole("button", { name: "下发", exact: true }).click()
    await expect(form).toBeHidden()
    await open(head, "/main/assessments")
    await expect(head.getByText("平安校园考核").first()).toBeVisible()
  })

  await test.step("a gateway's alarm is a card on the school's screen", async () => {
    await open(district, "/main/alarmSources")
    await district.getByLabel("新增来源").fill("燃气监测平台")
    const secret = district.getByRole("dialog", { name: "来源密钥" })
    await confirm(district, "新增并生成密钥", secret)
    const [key = "", hidden = ""] = await secret.locator("code").allTextContents()
    const source = { key, secret: hidden }
    const orgid = await organisationNo(district.request, school.name, source)
    await reportAlarm(district.request, { orgid, model_code: "gas", address: "食堂后厨" }, source)
    const card = head.getByRole("complementary", { name: "预警监测" }).getByRole("article", { name: "预警" })
    await expect(card).toContainText(addressOf(school))
    await expect(card).toContainText("特别重大预警")
  })
})

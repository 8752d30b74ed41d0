import { expect, test } from "@playwright/test"
import { loginMessages } from "@uc/contract/login/calls"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { identityDialog, proveByPassword } from "../identity.ts"
import { passwordBox, submitForm } from "../login-form.ts"
import { press } from "../open-picker.ts"
import { open, pathOf, signIn } from "../sign-in.ts"
import { dragSlider } from "../slider-answer.ts"

const department = "机器人社团"

test.afterAll(async () => {
  await query("delete from person where account = 'e2e.lin'")
  await query("delete from department where name = $1", [department])
})

test("[HOME-6][ROUTE-4] an administrator keeps departments and people, from adding to disabling", async ({
  page,
  browser,
}) => {
  test.slow()
  const tree = await test.step("a department is added", async () => {
    await signIn(page, "school")
    await open(page, "/main/orgTree")
    const tree = page.getByRole("tree", { name: "组织机构" })
    await expect(tree.getByRole("treeitem", { name: "文澜区第一小学" })).toBeVisible()
    await page.getByRole("button", { name: "新增部门" }).click()
    await page.getByRole("dialog", { name: "新增部门" }).getByLabel("部门名称").fill(department)
    await press(page, "Enter")
    await expect(page.getByRole("heading", { name: /机器人社团.*第1级部门/ })).toBeVisible()
    await expect(tree.getByRole("treeitem", { name: department })).toBeVisible()
    await expectAccessible(page)
    return tree
  })

  await test.step("it is found by initials and moved by keyboard", async () => {
    // Found by its initials, and moved by keyboard alone.
    await tree.getByRole("treeitem", { name: "党政办公室" }).click()
    await page.getByRole("searchbox", { name: "搜索单位或部门" }).fill("jqrst")
    await page.getByRole("button", { name: /机器人社团/ }).press("Enter")
    await expect(page.getByRole("heading", { name: /机器人社团.*第1级部门/ })).toBeVisible()
    await page.getByRole("button", { name: "移动" }).press("Enter")
    const picker = page.getByRole("dialog", { name: "选择新的上级部门" })
    await expect(picker.getByRole("treeitem").first()).toBeVisible()
    await picker.getByRole("searchbox").fill("aqbwc")
    await expect(picker.getByRole("treeitem", { name: "安全保卫处" })).toBeVisible()
    await press(page, "ArrowDown", "Space")
    await picker.getByRole("button", { name: /^确定/ }).press("Enter")
    await page
      .getByRole("dialog", { name: /移动到“安全保卫处”之下/ })
      .getByRole("button", { name: "移动" })
      .press("Enter")
    await expect(page.getByRole("heading", { name: /机器人社团.*第2级部门/ })).toBeVisible()
  })

  const told = await test.step("a person is added with a one-time password", async () => {
    await page.getByRole("link", { name: "查看人员" }).click()
    await expect(page.getByText("暂无人员")).toBeVisible()
    await page.getByRole("button", { name: "新增人员" }).click()
    const form = page.getByRole("dialog", { name: "新增人员" })
    await form.getByLabel("姓名").fill("林知苇")
    await form.getByLabel("账号").fill("e2e.lin")
    await form.getByRole("button", { name: "保存" }).click()
    await expect(identityDialog(page)).toBeVisible()
    await proveByPassword(page)
    const told = page.getByRole("dialog", { name: "一次性密码" })
    await expect(told.getByText("e2e.lin")).toBeVisible()
    await told.getByRole("button", { name: "我已记下" }).click()
    return told
  })

  const { drawer, password } =
    await test.step("the person is found by initials and the password reset", async () => {
      await page.getByRole("treeitem", { name: "文澜区第一小学" }).click()
      await page.getByRole("searchbox", { name: "搜索人员" }).fill("lzw")
      await expect(page.getByRole("row", { name: /林知苇/ })).toBeVisible()
      await expect.poll(() => pathOf(page)).toContain("name=lzw")
      await page.getByRole("link", { name: "林知苇" }).click()
      const drawer = page.getByRole("dialog", { name: "林知苇" })
      await expect(drawer.getByText("从未登录")).toBeVisible()
      await expectAccessible(page)
      await drawer.getByRole("button", { name: "重置密码" }).click()
      await page.getByRole("button", { name: "重置密码" }).last().click()
      await proveByPassword(page)
      const password = (await told.locator("code").last().textContent()) ?? ""
      expect(password).toMatch(/^\w{4}-\w{4}-\w{4}$/)
      return { drawer, password }
    })

  const { other, lin } = await test.step("the one-time password must be changed", async () => {
    const other = await browser.newContext()
    const lin = await other.newPage()
    await open(lin, "/newLogin")
    await submitForm(lin, "e2e.lin", password)
    await dragSlider(lin)
    await expect(lin.getByText(loginMessages.newPasswordNeeded)).toBeVisible()
    await lin.getByLabel("新密码", { exact: true }).fill(password)
    await lin.getByLabel("再次输入新密码").fill(password)
    await press(lin, "Enter")
    await expect(lin.getByText("新密码不能与原密码相同")).toBeVisible()
    await expectAccessible(lin)
    await lin.getByLabel("新密码", { exact: true }).fill("Qing!Shan#26")
    await lin.getByLabel("再次输入新密码").fill("Qing!Shan#26")
    await press(lin, "Enter")
    await expect.poll(() => pathOf(lin)).toMatch(/^\/main\/home/)
    // Drawn, and not only on its way: another address would cut it off.
    await expect(lin.getByRole("link", { name: "首页" }).first()).toBeVisible()
    // A teacher looks, and finds nothing to press.
    await open(lin, "/main/peopleTree")
    await expect(lin.getByRole("row").nth(1)).toBeVisible()
    await expect(lin.getByRole("button", { name: "新增人员" })).toHaveCount(0)
    await expect(passwordBox(lin)).toHaveCount(0)
    return { other, lin }
  })

  await test.step("the department is merged into another", async () => {
    // Merged: its people are the other department's.
    await told.getByRole("button", { name: "我已记下" }).click()
    await open(page, "/main/orgTree")
    await page.getByRole("searchbox", { name: "搜索单位或部门" }).fill("jqrst")
    await page.getByRole("button", { name: /机器人社团/ }).click()
    await page.getByRole("button", { name: "更多操作" }).click()
    await page.getByRole("menuitem", { name: "合并到其他部门" }).click()
    const into = page.getByRole("dialog", { name: "选择合并到的部门" })
    await expect(into.getByRole("treeitem").first()).toBeVisible()
    await into.getByRole("searchbox").fill("dzbgs")
    await expect(into.getByRole("treeitem", { name: "党政办公室" })).toBeVisible()
    await press(page, "ArrowDown", "Space")
    await into.getByRole("button", { name: /^确定/ }).click()
    const merge = page.getByRole("dialog", { name: "把“机器人社团”合并到“党政办公室”" })
    await expect(merge.getByText("合并不能撤销。")).toBeVisible()
    await merge.getByRole("button", { name: "合并", exact: true }).click()
    await proveByPassword(page)
    await expect(page.getByText("合并完成，1 名人员已转入")).toBeVisible()
    await expect(page.getByRole("heading", { name: /党政办公室.*第1级部门/ })).toBeVisible()
  })

  await test.step("the person is disabled and signed out", async () => {
    // Disabled: out on every device. It is the same proof as for taking them in, which is still good.
    await open(page, "/main/peopleTree?name=lzw")
    await page.getByRole("link", { name: "林知苇" }).click()
    await drawer.getByRole("button", { name: "停用" }).click()
    await page
      .getByRole("dialog", { name: "停用“林知苇”？" })
      .getByRole("button", { name: "停用", exact: true })
      .click()
    await expect(drawer.getByText("已停用", { exact: true })).toBeVisible()
    await expect(async () => {
      await lin.reload()
      expect(pathOf(lin)).toMatch(/^\/newLogin/)
    }).toPass()
    await other.close()
  })
})

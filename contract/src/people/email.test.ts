import { expect, test } from "vitest"
import { EmailOrNone, emailMessages, maskedEmail } from "./email.ts"

const label = "a".repeat(63)

test.each([
  "zhangsan@school.cn",
  "Zhang.San+oa@mail.School.edu.cn",
  "o'brien@a-b.example",
  `${"a".repeat(64)}@school.cn`,
  `a@${label}.${label}.${label}.${"b".repeat(58)}.c`,
  "",
])("[SSO-13] %j is a mail address, and its letters stay as they are", (written) => {
  expect(EmailOrNone.parse(` ${written} `)).toBe(written)
})

test.each([
  "zhangsan",
  "@school.cn",
  "a@",
  "a@b@school.cn",
  "a@school",
  "a@.school.cn",
  "a@school..cn",
  "a@-school.cn",
  "a@school-.cn",
  "a@192.168.0.1",
  ".a@school.cn",
  "a..b@school.cn",
  "a b@school.cn",
  "a@school.cn\nb",
  "a\u0000@school.cn",
  "a\u200b@school.cn",
  "张三@school.cn",
  '"a b"@school.cn',
  "<a@school.cn>",
  `${"a".repeat(65)}@school.cn`,
  `a@${"b".repeat(64)}.cn`,
  `a@${label}.${label}.${label}.${"b".repeat(59)}.c`,
])("[SSO-13] %j is no mail address, and a sentence says so", (written) => {
  expect(EmailOrNone.safeParse(written).error?.issues[0]?.message).toBe(emailMessages.wrong)
})

test("[SSO-13] a masked mail address shows its first letter and its domain", () => {
  expect(maskedEmail("zhangsan@school.cn")).toBe("z***@school.cn")
  expect(maskedEmail("z@school.cn")).toBe("***@school.cn")
})

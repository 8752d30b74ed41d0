import { scimLimits, scimMessages } from "@uc/contract/applications/scim"
import fc from "fast-check"
import { expect, test } from "vitest"
import { matches } from "./match-filter.ts"
import { parseFilter, parsePatchPath } from "./parse-filter.ts"
import { ScimError } from "./scim-error.ts"

const person = {
  userName: "bjensen",
  active: true,
  age: 7,
  name: { formatted: '王 "小" 明', familyName: "王" },
  emails: [
    { type: "work", value: "bjensen@example.com" },
    { type: "home", value: "babs@jensen.org" },
  ],
  meta: { lastModified: "2026-05-13T04:42:34Z" },
  "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { department: "教务处" },
}

test.each([
  ['userName eq "BJENSEN"', true],
  ['USERNAME Eq "bjensen"', true],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "b"', true],
  ['userName ne "x" and userName co "jens" and userName ew "sen"', true],
  ['name.formatted eq "王 \\"小\\" 明"', true],
  ['name.familyName co "o\'malley"', false],
  ["title pr", false],
  ["title pr or userName pr and active eq false", false],
  ["(title pr or userName pr) and active eq true", true],
  ['not (userName eq "bjensen")', false],
  ["not (title pr) and not(active eq false)", true],
  ['meta.lastModified gt "2026-01-01T00:00:00Z"', true],
  ['meta.lastModified lt "2026-01-01T00:00:00Z"', false],
  ['emails[type eq "work" and value co "@example.com"]', true],
  ['emails[type eq "home" and value co "@example.com"]', false],
  ['emails[type eq "home"].value eq "babs@jensen.org"', true],
  ['emails.type eq "home"', true],
  ['emails co "jensen"', true],
  ["age ge 7 and age le 7.0 and age gt -1", true],
  ["age eq null or nothing eq null", true],
  ['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq "教务处"', true],
])("[SSO-5] the filter %s is read as the protocol means it", (text, isTrue) => {
  expect(matches(person, parseFilter(text))).toBe(isTrue)
})

test.each([
  "",
  " ",
  "userName",
  "userName eq",
  'userName is "x"',
  'userName eq "x',
  "userName eq x",
  "userName eq 'x'",
  'userName eq "\\x"',
  "userName eq 1e",
  '(userName eq "x"',
  'userName eq "x")',
  'emails[type eq "work"',
  "emails[]",
  "a.b.c pr",
  ".a pr",
  "1a pr",
  "not userName pr",
  "a pr and",
  "and a pr",
  "a pr b pr",
  "http://x:a pr",
  "a[b pr][c pr]",
  "a.b[c pr]",
  'userName eq "x" -- ',
  'userName eq "x"; drop table person',
])("[SSO-5] the filter %j is refused as a wrong one", (text) => {
  expect(() => parseFilter(text)).toThrow(ScimError)
  expect(() => parseFilter(text)).toThrow(/写法不正确/)
})

test("[SSO-5] a filter that is too long, too deep or has too many parts is refused", () => {
  const deep = (levels: number) => `${"(".repeat(levels)}a pr${")".repeat(levels)}`
  expect(parseFilter(deep(scimLimits.filterDepth))).toMatchObject({ is: "present" })
  const { filterLength, filterTerms } = scimLimits
  for (const text of [
    deep(scimLimits.filterDepth + 1),
    "not (".repeat(11) + "a pr" + ")".repeat(11),
    `a eq "${"x".repeat(filterLength)}"`,
    Array.from({ length: filterTerms + 1 }, () => "a pr").join(" or "),
  ])
    expect(() => parseFilter(text)).toThrow(scimMessages.filterTooLong)
})

test("[SSO-5] whatever is sent as a filter or path is read or refused, and nothing else happens", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "(",
      ")",
      "[",
      "]",
      " ",
      "and",
      "or",
      "not",
      "eq",
      "pr",
      '"',
      "\\",
      "a",
      ".b",
      "urn:x:",
      "1",
      "null",
    ),
    fc.string({ maxLength: 4 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      for (const read of [parseFilter, parsePatchPath])
        try {
          read(pieces.join(""))
        } catch (error) {
          expect(error).toBeInstanceOf(ScimError)
        }
    }),
    { numRuns: 2000 },
  )
})

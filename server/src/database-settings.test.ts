import { expect, test } from "vitest"
import { databaseAddress } from "./database-settings.ts"

test("[OPS-5] an address with several hosts is read host by host", () => {
  const { hosts, wants } = databaseAddress(
    "postgresql://uc:s%40c,ret@a.example.cn:5433,[::1],%2Frun%2Fpg/uc?sslmode=require&target_session_attrs=read-write",
  )
  expect(wants).toBe("writable")
  expect(hosts).toEqual([
    {
      name: "a.example.cn:5433",
      host: "a.example.cn",
      port: 5433,
      url: "postgresql://uc:s%40c,ret@a.example.cn:5433/uc?sslmode=require",
    },
    {
      name: "[::1]:5432",
      host: "::1",
      port: 5432,
      url: "postgresql://uc:s%40c,ret@[::1]/uc?sslmode=require",
    },
    {
      name: "%2Frun%2Fpg:5432",
      host: "/run/pg",
      port: 5432,
      url: "postgresql://uc:s%40c,ret@%2Frun%2Fpg/uc?sslmode=require",
    },
  ])
})

test.each([
  "postgres://uc@db/uc",
  "postgresql:///uc?host=/run/postgresql",
  "postgresql://uc@%2Ftmp%2Fsocket/uc",
  "postgresql://uc@db:5432/uc?statement_timeout=100",
])("[OPS-5] an address with one host stays as it is: %s", (url) => {
  expect(databaseAddress(url)).toMatchObject({ wants: "any", hosts: [{ url }] })
})

test.each([
  ["mysql://db/uc", "is no address"],
  ["postgresql://uc@a,b/uc", "add ?target_session_attrs=read-write"],
  ["postgresql://uc@a,b/uc?target_session_attrs=any", "add ?target_session_attrs=read-write"],
  ["postgresql://uc@a,b/uc?target_session_attrs=writable", "target_session_attrs is one of any, read-write"],
  ["postgresql://uc@a,,b/uc?target_session_attrs=read-write", "an empty host"],
  ["postgresql://uc@a,A:5432/uc?target_session_attrs=read-write", "names a host twice"],
  ["postgresql://uc@a,b:99999/uc?target_session_attrs=read-write", '"b:99999" is no host'],
  ["postgresql://uc@a,b:x/uc?target_session_attrs=read-write", '"b:x" is no host'],
  ["postgresql://uc@a,b/uc?target_session_attrs=read-write&port=1", "port can't be given"],
  ["postgresql://uc@a,b,c,d,e,f,g,h,i/uc?target_session_attrs=read-write", "more than 8 hosts"],
])("[OPS-5] %s is refused", (url, sentence) => {
  expect(() => databaseAddress(url)).toThrow(sentence)
})

import { expect, test } from "vitest"
import { hasWaitingPicture, picturesIn, withParagraphs } from "./rich-text.ts"

test("[DAY-8] the pictures of a text are found once each, by their ids alone", () => {
  const html =
    '<p>x</p><img data-picture="7" alt="" /><p><img alt="a" data-picture="12" width="3" /></p><img data-picture="7" />' +
    '<img data-picture="0" /><img src="data-picture=9" />'
  expect(picturesIn(html)).toEqual(["7", "12"])
  expect(picturesIn('<p>data-picture="5"</p>')).toEqual([])
})

test("[DAY-8] a text of before the editor has a paragraph a line; any other stays as it is", () => {
  expect(withParagraphs("各部门：\n　　请落实。")).toBe("<p>各部门：</p><p>　　请落实。</p>")
  expect(withParagraphs("<p>甲</p>\n<p>乙</p>")).toBe("<p>甲</p>\n<p>乙</p>")
  expect(withParagraphs("")).toBe("")
})

test("[DAY-8] a text that waits for a picture says so", () => {
  expect(hasWaitingPicture('<p>a</p><img data-waiting="p1">')).toBe(true)
  expect(hasWaitingPicture('<p>&lt;img data-waiting="p1"></p>')).toBe(false)
})

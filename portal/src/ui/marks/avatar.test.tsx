import { fireEvent, render } from "@testing-library/react"
import { expect, test } from "vitest"
import { Avatar } from "./avatar.tsx"

test("[HOME-1] only a working picture of this site is shown, else the name's last character", () => {
  const shown = (picture: string | null) => {
    const { container } = render(<Avatar name="欧阳𠮷" picture={picture} sizePx={28} />)
    return container
  }
  const own = shown("/usercenter/web/get_person_picture.action?personid=1")
  const image = own.querySelector("img") ?? expect.fail("no picture")
  fireEvent.error(image)
  expect([own.querySelector("img"), own.textContent]).toEqual([null, "𠮷"])
  for (const elsewhere of [
    "https://evil.example/a.png",
    "//evil.example/a.png",
    "/\\evil.example",
    "data:image/png,x",
    null,
  ])
    expect([elsewhere, shown(elsewhere).querySelector("img")]).toEqual([elsewhere, null])
})

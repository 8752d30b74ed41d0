import { loginLimits } from "@uc/contract/login/calls"
import { createCanvas, loadImage } from "@napi-rs/canvas"
import { expect, test } from "vitest"
import { seededRandom } from "./random.ts"
import { drawPictureCode } from "./picture-code.ts"

test("[LOGIN-3] a picture code has four characters that are not confused with each other", () => {
  const codes = Array.from({ length: 120 }, (_, at) => drawPictureCode(seededRandom([at, 1, 2])).code)
  expect(codes.every((code) => code.length === loginLimits.pictureCodeLength)).toBe(true)
  expect(codes.join("")).not.toMatch(/[01258OQDILZSBGEV]/)
  expect(new Set(codes).size).toBeGreaterThan(116)
})

test("[LOGIN-3] each picture is a different small JPEG of twice 120 by 44", async () => {
  const [one, other] = [drawPictureCode(seededRandom([1, 2, 3])), drawPictureCode(seededRandom([1, 2, 4]))]
  const [head, body = ""] = one.image.split(",")
  expect(head).toBe("data:image/jpeg;base64")
  const image = await loadImage(Buffer.from(body, "base64"))
  expect([image.width, image.height]).toEqual([240, 88])
  expect(one.image.length).toBeLessThan(16_000)
  expect(other.image).not.toBe(one.image)
  expect(drawPictureCode(seededRandom([1, 2, 3]))).toEqual(one)
})

test("[LOGIN-3] the characters are dark strokes on a light background", async () => {
  const { image } = drawPictureCode(seededRandom([9, 9, 9]))
  const ctx = createCanvas(240, 88).getContext("2d")
  ctx.drawImage(await loadImage(Buffer.from(image.split(",")[1] ?? "", "base64")), 0, 0)
  for (let letter = 0; letter < loginLimits.pictureCodeLength; letter++) {
    const { data } = ctx.getImageData(14 + letter * 53, 10, 53, 68)
    const shades = Array.from({ length: data.length / 4 }, (_, at) => data[at * 4 + 1] ?? 0)
    const dark = shades.filter((shade) => shade < 130).length / shades.length
    const light = shades.filter((shade) => shade > 205).length / shades.length
    expect(dark).toBeGreaterThan(0.05)
    expect(light).toBeGreaterThan(0.5)
  }
})

import { render, screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { DrillMark } from "./drill-mark.tsx"

test("[WORK-5] a drill's mark says the word, in whichever look", () => {
  const { rerender } = render(<DrillMark />)
  expect(screen.getByText("演练")).toBeTruthy()
  const tag = screen.getByText("演练").parentElement?.className
  rerender(<DrillMark look="band" />)
  expect(screen.getByText("演练").parentElement?.className).not.toBe(tag)
})

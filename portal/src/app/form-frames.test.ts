import { expect, test } from "vitest"

const sources = import.meta.glob<string>(["../features/**/*.tsx", "../app/**/*.tsx", "!../**/*.test.tsx"], {
  query: "?raw",
  import: "default",
  eager: true,
})

/** What text is typed into; a search is quickly typed again. */
const box = /<(TextField|LongTextField|MomentField|DayField|RichText|textarea)\b/
/** Frames that ask before they are closed with changes. */
const asking = /<(FormDialog|Drawer)\b/

test("[DAY-9] every dialog with boxes for text stands in a frame that asks before it is closed", () => {
  const dialogs = Object.entries(sources).filter(([, text]) => /<(Modal|Drawer|FormDialog)\b/.test(text))
  const withText = dialogs.filter(([, text]) => box.test(text))
  expect(withText.length).toBeGreaterThan(10)
  expect(withText.filter(([, text]) => !asking.test(text)).map(([path]) => path)).toEqual([])
})

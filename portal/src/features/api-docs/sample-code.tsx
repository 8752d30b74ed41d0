import type { ApiDocument } from "@uc/contract/api-docs/api-document"
import {
  sampleLanguages,
  sampleValues,
  type SampleLanguage,
} from "@uc/contract/api-docs/samples/sample-group"
import { vendorSubjects } from "@uc/contract/api-docs/vendor-subjects"
import { useRef, useState } from "react"
import { copyText } from "../../platform/browser/clipboard.ts"
import { Button } from "../../ui/forms/button.tsx"
import { Tabs } from "../../ui/layout/tabs.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { Stack } from "../../ui/primitives/stack.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import css from "./api-docs.module.css"

type Group = ApiDocument["x-samples"][number]

/** SSO-6: programs that work once their placeholders are filled in. */
export function SampleCode({ groups }: { readonly groups: readonly Group[] }) {
  const [language, setLanguage] = useState<SampleLanguage>("node")
  return (
    <Tabs label="语言" tabs={sampleLanguages} current={language} onChange={setLanguage}>
      <Stack gap={24} padY={12}>
        {groups.map((group) => (
          <Sample key={group.subject} group={group} language={language} />
        ))}
      </Stack>
    </Tabs>
  )
}

function Sample({ group, language }: { readonly group: Group; readonly language: SampleLanguage }) {
  const shown = useRef<HTMLPreElement>(null)
  const title = vendorSubjects[group.subject]
  const code = group.code[language].replaceAll(sampleValues.portal, window.location.origin)
  return (
    <Stack as="section" gap={8} aria-label={title}>
      <Row gap={12} wrap>
        <h2 className={css.title}>{title}</h2>
        <Button
          aria-label={`复制${title}的示例`}
          onClick={() => shown.current && void copyText(code, shown.current)}
        >
          <Icon name="copy" sizePx={16} />
          复制
        </Button>
      </Row>
      <Text as="p" tone="soft">
        {group.words}
      </Text>
      <pre
        ref={shown}
        className={css.code}
        // Whoever has no pointer scrolls it by the arrows.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={`${title}，${sampleLanguages[language]}`}
      >
        {code}
      </pre>
    </Stack>
  )
}

import { QueryClientProvider } from "@tanstack/react-query"
import { dictionaryCalls, type Code } from "@uc/contract/dictionary/calls"
import { render, screen } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { createQueryClient } from "../../../platform/http/use-call.ts"
import { useUsertypes } from "../../dictionary/use-usertypes.ts"
import { answering, serveFakes } from "../../../testing/fake-answers.ts"
import { useOrganisationKinds } from "./use-organisation-kinds.ts"
import { useSexes } from "../people/use-sexes.ts"

afterEach(() => vi.unstubAllGlobals())

const named: Readonly<Record<string, readonly [code: string, name: string, isDisabled: boolean]>> = {
  organisationKind: ["school", "校园", false],
  usertype: ["40", "校方", true],
  sex: ["女", "女士", false],
}

function Words() {
  const [kinds, usertypes, sexes] = [useOrganisationKinds(), useUsertypes(), useSexes()]
  return (
    <ul>
      <li>{kinds.wordOf("school")}</li>
      <li>{usertypes.wordOf(40)}</li>
      <li>{usertypes.choices.map(([, words]) => words).join()}</li>
      <li>{["女", "男", ""].map(sexes.wordOf).join()}</li>
      <li>{sexes.choices.join()}</li>
    </ul>
  )
}

test("[HOME-4] kinds, user types and sexes have the code tables' names, disabled ones too", async () => {
  serveFakes(
    answering(dictionaryCalls.codesByParent, (sent): Code[] => {
      const [code, name, isDisabled] = named[sent.get("parentcode") ?? ""] ?? ["", "", false]
      return [{ code, name, parentcode: sent.get("parentcode"), sortNo: 1, isDisabled }]
    }),
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Words />
    </QueryClientProvider>,
  )
  for (const words of ["校园", "校方", "平台,教育局,企业,校方", "女士,男,", "男,男,女,女士"])
    expect(await screen.findByText(words)).toBeTruthy()
})

import type { CurrentUser } from "@uc/contract/account/calls"
import { usertypes } from "@uc/contract/account/calls"
import type { OutputOf } from "@uc/contract/core/call"
import type { OrganisationFilter } from "@uc/contract/directory/calls"
import type { noticeCalls } from "@uc/contract/notices/calls"
import { recipientLimits, recipientMessages, type NamedRecipients } from "@uc/contract/notices/recipients"

/** DAY-11: whom a notice is for, as it is chosen in the form. */
export interface RecipientChoice {
  readonly isForOwn: boolean
  readonly isShared: boolean
  readonly filter: OrganisationFilter
  readonly named: NamedRecipients
}

/** Bureaus and the platform write for others too. */
export function mayShare({ usertype }: CurrentUser): boolean {
  return usertype === usertypes.bureau || usertype === usertypes.platform
}

type Written = OutputOf<typeof noticeCalls.writtenDetail>

export function choiceOf(notice: Written | null, user: CurrentUser): RecipientChoice {
  if (notice === null)
    return {
      isForOwn: true,
      isShared: mayShare(user),
      filter: {},
      named: { organisations: [], departments: [], people: [] },
    }
  const { isForOwn, isShared, forKind, forSchoolLevel, forTag, named } = notice
  const filter = {
    ...(forKind && { kind: forKind }),
    ...(forSchoolLevel && { schoolLevel: forSchoolLevel }),
    ...(forTag && { tag: forTag }),
  }
  return { isForOwn, isShared, filter, named }
}

function listed(chosen: readonly { readonly id: string }[]): string {
  return chosen.map(({ id }) => id).join(",")
}

/** What a call is sent; a filter goes only with the organisations that it filters. */
export function recipientInput({ isForOwn, isShared, filter, named }: RecipientChoice) {
  return {
    isForOwn,
    isShared,
    ...(isShared && filter.kind && { forKind: filter.kind }),
    ...(isShared && filter.schoolLevel && { forSchoolLevel: filter.schoolLevel }),
    ...(isShared && filter.tag && { forTag: filter.tag }),
    organisations: listed(named.organisations),
    departments: listed(named.departments),
    people: listed(named.people),
  }
}

export function isNobody({ isForOwn, isShared, named }: RecipientChoice): boolean {
  return !isForOwn && !isShared && Object.values(named).every(({ length }) => length === 0)
}

export function recipientProblem(choice: RecipientChoice): string | null {
  if (isNobody(choice)) return recipientMessages.nobodyChosen
  const isTooMany = Object.values(choice.named).some(({ length }) => length > recipientLimits.named)
  return isTooMany ? recipientMessages.tooManyNamed : null
}

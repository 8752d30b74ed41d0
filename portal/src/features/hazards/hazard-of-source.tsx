import { hazardCalls } from "@uc/contract/hazards/calls"
import { placeOfHazard } from "@uc/contract/hazards/messages"
import { hazardStates } from "@uc/contract/hazards/steps"
import { useState } from "react"
import { Link } from "../../ui/navigation/link.tsx"
import { useCall } from "../../platform/http/use-call.ts"
import { Button, buttonClass } from "../../ui/forms/button.tsx"
import { ReportDialog, type ReportedSource, type ReportedWords } from "./report-dialog.tsx"

interface HazardOfSourceProps {
  readonly source: ReportedSource
  /** What the form begins with. */
  readonly words: ReportedWords
}

/** DAY-6: makes a patrol's finding or an alarm a hazard, or leads to the one that it has become. */
export function HazardOfSource({ source, words }: HazardOfSourceProps) {
  const [isReporting, setReporting] = useState(false)
  // Without an answer nothing is offered: it stands beside what somebody came for.
  const { data } = useCall(hazardCalls.ofSource, source)
  if (data?.hazard)
    return (
      <Link className={buttonClass()} to={placeOfHazard(data.hazard.id)}>
        查看隐患（{hazardStates[data.hazard.state]}）
      </Link>
    )
  if (!data?.mayReport) return null
  return (
    <>
      <Button onClick={() => setReporting(true)}>转为隐患</Button>
      {isReporting && (
        <ReportDialog
          source={source}
          words={words}
          onDone={() => undefined}
          onClose={() => setReporting(false)}
        />
      )}
    </>
  )
}

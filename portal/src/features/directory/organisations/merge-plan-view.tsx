import { inThousands } from "../../../ui/format/in-thousands.ts"
import type { MergePlan } from "@uc/contract/organisations/admin-calls"
import css from "./merge-plan-view.module.css"

/** HOME-6: what goes where, before anything does. */
export function MergePlanView({ plan }: { readonly plan: MergePlan }) {
  return (
    <section className={css.plan} aria-label="合并预览">
      <p>
        “{plan.from}”的以下内容会并入“{plan.into}”，之后“{plan.from}”停用。<strong>合并不能撤销。</strong>
      </p>
      {plan.moves.length === 0 ? (
        <p className={css.none}>没有需要转移的内容。</p>
      ) : (
        <ul className={css.moves}>
          {plan.moves.map(({ what, count }) => (
            <li key={what}>
              <span>{what}</span>
              <strong>{inThousands(count)}</strong>
            </li>
          ))}
        </ul>
      )}
      {plan.renamed.length > 0 && (
        <>
          <p>以下名称重复，会改名：</p>
          <ul className={css.renamed}>
            {plan.renamed.map(({ from, to }) => (
              <li key={to}>
                {from} → {to}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Never rounded up: a hundred is all of them. */
export function percentDone({ planned, done }: { readonly planned: number; readonly done: number }): string {
  return planned === 0 ? "—" : `${Math.floor((done / planned) * 100)}%`
}

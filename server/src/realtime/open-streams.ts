let open = 0

/** OPS-2, OPS-4: how many event streams this process has open. */
export function openStreams(): number {
  return open
}

export function noteStream(change: 1 | -1): void {
  open += change
}

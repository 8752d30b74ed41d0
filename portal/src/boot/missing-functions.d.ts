/** What missing-functions.js adds where it is missing, for code that is checked against ECMAScript 2021 (portal/tsconfig.json). */

interface ReadonlyArray<T> {
  at(index: number): T | undefined
  findLast<S extends T>(test: (value: T, index: number, array: readonly T[]) => value is S): S | undefined
  findLast(test: (value: T, index: number, array: readonly T[]) => unknown): T | undefined
  findLastIndex(test: (value: T, index: number, array: readonly T[]) => unknown): number
  with(index: number, value: T): T[]
  toReversed(): T[]
  toSorted(compare?: (a: T, b: T) => number): T[]
  toSpliced(start: number, deleteCount?: number, ...items: T[]): T[]
}

interface Array<T> {
  with(index: number, value: T): T[]
  toReversed(): T[]
  toSorted(compare?: (a: T, b: T) => number): T[]
  toSpliced(start: number, deleteCount?: number, ...items: T[]): T[]
  at(index: number): T | undefined
  findLast<S extends T>(test: (value: T, index: number, array: T[]) => value is S): S | undefined
  findLast(test: (value: T, index: number, array: T[]) => unknown): T | undefined
  findLastIndex(test: (value: T, index: number, array: T[]) => unknown): number
}

interface String {
  at(index: number): string | undefined
}

interface ObjectConstructor {
  hasOwn(object: object, name: PropertyKey): boolean
}

/** Not added: a browser that does not know the second argument leaves it, and the cause is read by nobody but developers. */
interface ErrorOptions {
  cause?: unknown
}

interface Error {
  cause?: unknown
}

interface ErrorConstructor {
  new (message?: string, options?: ErrorOptions): Error
}

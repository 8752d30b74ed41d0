/** A file that can't be read at all; the message is for the person who sent it. */
export class BadFile extends Error {
  constructor(message: string) {
    super(message)
    this.name = "BadFile"
  }
}

/**
 * Letters and digits that are not confused with each other, as strokes in a box of 10 by 14: a fresh machine has no fonts.
 * Missing are 0 O Q D, 1 I L, 2 Z, 5 S, 8 B, and G beside 6, E beside F, V beside U.
 */
export const glyphs: Readonly<Record<string, string>> = {
  3: "M1 2Q5 -1.4 8 1.6Q9.4 5.6 4.2 6.5Q10.4 7 9 11Q6 15.8 0.8 12",
  4: "M7.2 14L7.2 0L0.8 9.6L10 9.6",
  6: "M8.6 0.6Q2 2.4 1.1 8.6Q0.6 14 5 14Q9.2 14 9.2 10.2Q9.2 6.6 5.2 6.6Q2.2 6.6 1.2 9.4",
  7: "M0.8 0.4L9.2 0.4Q5 6 4 14",
  9: "M1.6 13.4Q8 11.6 8.9 5.4Q9.4 0 5 0Q0.8 0 0.8 3.8Q0.8 7.4 4.8 7.4Q7.8 7.4 8.8 4.6",
  A: "M0.4 14L5 0L9.6 14M2.1 9.2L7.9 9.2",
  C: "M9.2 2.6Q6.4 -1 3.2 0.8Q0.8 2.8 0.8 7Q0.8 11.2 3.2 13.2Q6.4 15 9.2 11.4",
  F: "M9 0.3L1 0.3L1 14M1 6.8L7.4 6.8",
  H: "M1 0L1 14M9 0L9 14M1 7L9 7",
  J: "M4 0.3L10 0.3M7.4 0.3L7.4 10Q7.4 14 4 14Q1 14 0.8 10.4",
  K: "M1 0L1 14M9 0L1 8.2M3.8 5.6L9.4 14",
  M: "M0.4 14L1 0L5 8.4L9 0L9.6 14",
  N: "M1 14L1 0L9 14L9 0",
  P: "M1 14L1 0.3L5 0.3Q9.4 0.3 9.4 4Q9.4 7.8 5 7.8L1 7.8",
  R: "M1 14L1 0.3L5 0.3Q9.4 0.3 9.4 4Q9.4 7.6 5 7.6L1 7.6M5 7.6L9.6 14",
  T: "M0.4 0.3L9.6 0.3M5 0.3L5 14",
  U: "M1 0L1 9Q1 14 5 14Q9 14 9 9L9 0",
  W: "M0 0L2.4 14L5 4.6L7.6 14L10 0",
  X: "M1 0L9 14M9 0L1 14",
  Y: "M0.6 0L5 7L9.4 0M5 7L5 14",
}

// @ts-nocheck: it adds what the types of today take for given.
/* oxlint-disable no-unused-vars, no-array-reverse, no-array-sort -- older browsers know no other way. */
/*
 * BROWSER-7: functions that the bundle and its libraries use and that browsers of the floor lack. boot.js has it run, as a classic script
 * ahead of the bundle, where one of them is missing, and the build sets it ahead of every worker, which has no window (worker-functions.ts). ECMAScript 5: it also reaches browsers that can't run the bundle (boot.test.ts).
 * Each does what the language says for arrays without holes; scripts/floor/known-gaps.ts names what is used.
 */
;(function () {
  "use strict"

  function add(object, name, value) {
    if (!object || object[name]) return
    Object.defineProperty(object, name, {
      value: value,
      writable: true,
      enumerable: false,
      configurable: true,
    })
  }

  function whole(number) {
    var cut = Math.trunc(number)
    return cut === cut ? cut : 0
  }

  /* From the end where it is negative. */
  function placeIn(list, index) {
    var place = whole(index)
    return place < 0 ? place + list.length : place
  }

  function at(index) {
    return this[placeIn(this, index)]
  }

  function characterAt(index) {
    var text = String(this)
    var place = placeIn(text, index)
    return place < 0 || place >= text.length ? undefined : text.charAt(place)
  }

  function findLastIndex(test, self) {
    for (var no = this.length - 1; no >= 0; no--) if (test.call(self, this[no], no, this)) return no
    return -1
  }

  function findLast(test, self) {
    var no = findLastIndex.call(this, test, self)
    return no < 0 ? undefined : this[no]
  }

  function copyOf(list) {
    return Array.prototype.slice.call(list)
  }

  var lists = Array.prototype
  add(lists, "at", at)
  add(lists, "findLast", findLast)
  add(lists, "findLastIndex", findLastIndex)
  add(lists, "toReversed", function () {
    return copyOf(this).reverse()
  })
  add(lists, "toSorted", function (compare) {
    return copyOf(this).sort(compare)
  })
  add(lists, "toSpliced", function () {
    var copy = copyOf(this)
    copy.splice.apply(copy, arguments)
    return copy
  })
  add(lists, "with", function (index, value) {
    var place = placeIn(this, index)
    if (place < 0 || place >= this.length) throw new RangeError("Invalid index : " + index)
    var copy = copyOf(this)
    copy[place] = value
    return copy
  })

  add(String.prototype, "at", characterAt)

  /* The one prototype of all arrays of numbers. */
  var numbers = self.Uint8Array && Object.getPrototypeOf(self.Uint8Array.prototype)
  add(numbers, "at", at)
  add(numbers, "findLast", findLast)
  add(numbers, "findLastIndex", findLastIndex)

  add(Object, "hasOwn", function (object, name) {
    return Object.prototype.hasOwnProperty.call(Object(object), name)
  })

  add(self.URL, "canParse", function (address, base) {
    try {
      return !!(base === undefined ? new URL(address) : new URL(address, base))
    } catch (invalid) {
      return false
    }
  })

  add(self.AbortSignal, "abort", function () {
    var controller = new AbortController()
    controller.abort()
    return controller.signal
  })
})()

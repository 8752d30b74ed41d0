// @ts-nocheck: old browsers know members that the types of today have forgotten.
/* oxlint-disable no-unused-vars, prefer-add-event-listener, prefer-string-starts-ends-with -- Internet Explorer 8 knows neither another way. */
/* oxlint-disable no-useless-concat -- In one piece it would end the script of the document that this stands in. */
/*
 * Runs ahead of the bundle as a classic script inside of the document, also where the bundle can't run (SHELL-2): ECMAScript 5 only,
 * boot.test.ts holds it to that. The banner's style sheet is fetched only by a browser that sees the banner.
 */
;(function () {
  "use strict"
  var page = document.documentElement
  var chosenKey = "uc:theme"
  var dismissedKey = "uc:browser-banner"
  /* features/login/filled-in/remembered-account.ts */
  var accountKey = "uc:login-account"

  /* A browser may refuse storage; then nothing is remembered. */
  function stored(area, key) {
    try {
      return window[area].getItem(key)
    } catch (refused) {
      return null
    }
  }

  /* SSO-12: features/login/filled-in/named-account.ts */
  function namedAccount() {
    var named = /[?&]account=([^&]*)/.exec(window.location.hash)
    try {
      return named ? decodeURIComponent(named[1].replace(/\+/g, " ")).trim().slice(0, 100) : ""
    } catch (malformed) {
      return ""
    }
  }

  var theme = stored("localStorage", chosenKey)
  if (theme !== "light" && theme !== "dark") theme = null
  if (theme) page.setAttribute("data-theme", theme)

  /* OPS-9: what stands in the document for the login page, until that is drawn. No other page may begin like it. */
  var frameName = "data-frame"
  function showFrame() {
    if (/^#?\/?(newLogin\/?)?(\?|$)/i.test(window.location.hash)) page.setAttribute(frameName, "login")
  }

  /*
   * OPS-9: the frame's boxes take input before any file has come. features/login/filled-in/typed-in-frame.ts takes it over and reads what is
   * noted here; app/routing/first-page.ts lets a word be composed to its end.
   */
  function watchBoxes() {
    if (document.readyState === "loading") return
    var account = document.getElementById("frame-account")
    var password = document.getElementById("frame-password")
    if (!account || !password || account.onkeydown) return
    var boxes = [account, password]
    function onKey(event) {
      if (event.key === "Enter" && !event.isComposing) this.setAttribute("data-entered", "")
    }
    function onBegin() {
      page.setAttribute("data-composing", "")
    }
    function onEnd() {
      page.removeAttribute("data-composing")
    }
    for (var no = 0; no < boxes.length; no++) {
      boxes[no].onkeydown = onKey
      boxes[no].addEventListener("compositionstart", onBegin)
      boxes[no].addEventListener("compositionend", onEnd)
    }
    /* DAY-15. The browser itself may have filled it in on the way back to this page. */
    if (account.value === "") account.value = namedAccount() || stored("localStorage", accountKey) || ""
  }

  /*
   * BARE-2: a file that the document itself names failed, so that no bundle will report it. Links of any kind are
   * marked: platform/http/load-chunk.ts fetches them again.
   */
  var retryKey = "uc:first-files-retry"
  var pauseMs = 100
  var fetchLimitMs = 5000
  var openLimitMs = 30000
  var isFailing = false

  /* True once. Without storage there is no retry: it could not be remembered and would loop. */
  function mayRetry() {
    try {
      if (window.sessionStorage.getItem(retryKey) !== null) return false
      window.sessionStorage.setItem(retryKey, "1")
      return window.sessionStorage.getItem(retryKey) !== null
    } catch (refused) {
      return false
    }
  }

  function reload() {
    window.location.reload()
  }

  /* WebKit keeps a failed preload across a reload until it is fetched past the cache. */
  function fetchAllAndReload() {
    var parts = document.querySelectorAll("script[data-first],link[rel=modulepreload],link[rel=stylesheet]")
    var left = parts.length
    function countDown() {
      left -= 1
      if (left === 0) reload()
    }
    function read(answer) {
      return answer.text()
    }
    setTimeout(reload, fetchLimitMs)
    for (var no = 0; no < parts.length; no++)
      window
        .fetch(parts[no].src || parts[no].href, { cache: "reload" })
        .then(read)
        .then(countDown, countDown)
  }

  /* React replaces it if the bundle runs after all. */
  function tell() {
    var root = document.getElementById("root")
    var words = document.getElementById("boot-words") || document.createElement("p")
    var button = document.createElement("button")
    page.removeAttribute(frameName)
    words.setAttribute("role", "alert")
    words.innerHTML = ""
    var lines = [root.getAttribute("data-failed"), root.getAttribute("data-failed-why")]
    for (var no = 0; no < lines.length; no++) {
      words.appendChild(document.createTextNode(lines[no]))
      words.appendChild(document.createElement("br"))
    }
    button.type = "button"
    button.appendChild(document.createTextNode(root.getAttribute("data-reload")))
    button.onclick = fetchAllAndReload
    words.appendChild(button)
  }

  function fail() {
    if (isFailing) return
    isFailing = true
    /* Read by app/loading/chunk-retry.ts: the page behind the message has not opened. */
    page.setAttribute("data-failed", "")
    setTimeout(function () {
      if (window.fetch && mayRetry()) fetchAllAndReload()
      else tell()
    }, pauseMs)
  }

  function watchFirstFiles() {
    function look(event) {
      var part = event.target
      if (!part || !part.setAttribute) return
      if (part.tagName === "LINK") part.setAttribute("data-failed", "")
      if (part.getAttribute("data-first") !== null) {
        fail()
        return
      }
      /* At once: for Vite a sheet whose link is in the document is loaded, and another part may need it now. */
      if (part.rel === "stylesheet") part.rel = "failed"
    }
    window.addEventListener("error", look, true)
    /* A connection that hangs raises no error. What has come by then is in the cache. */
    setTimeout(function () {
      if (isFailing || isDrawn()) return
      if (document.readyState === "complete") showTooOld()
      else if (mayRetry()) reload()
      else tell()
    }, openLimitMs)
  }

  /*
   * BROWSER-9: all files were loaded, but this browser can't run them. React empties its root when it gives up: an empty
   * page counts like the text that stood there before.
   */
  var drawLimitMs = 1500
  var isDoubted = false

  function isDrawn() {
    var root = document.getElementById("root")
    return !!root && root.children.length > 0 && !document.getElementById("boot-words")
  }

  /* A page that is drawn after all needs no banner. */
  function doubt() {
    if (isDoubted) return
    isDoubted = true
    setTimeout(function () {
      isDoubted = false
      if (!isFailing && !isDrawn()) showTooOld()
    }, drawLimitMs)
  }

  /* Only errors of the portal's own files, not those of browser extensions. */
  function isOwn(place) {
    return String(place).indexOf(window.location.host) >= 0
  }

  function watchScripts() {
    window.addEventListener("error", function (event) {
      /*
       * BROWSER-20: no fault, but what a browser says where an observer has changed a size that another observes: that one is told in the next
       * frame. Nothing that listens after this, and no console, is to take it for one.
       */
      if (/^ResizeObserver loop/.test(event.message)) {
        event.preventDefault()
        event.stopImmediatePropagation()
        return
      }
      var error = event.error
      if (event.message && isOwn(event.filename + " " + (error && error.stack))) doubt()
    })
    window.addEventListener("unhandledrejection", function (event) {
      var error = event.reason
      /* A file that could not be loaded has its own message (platform/http/load-chunk.ts). */
      if (error && isOwn(error.stack) && !/fetch|import|load|network/i.test(error.message)) doubt()
    })
  }

  var agent = navigator.userAgent
  /* Old Opera says MSIE as well, so it is checked first. */
  var isOldExplorer = !/Opera|OPR\//.test(agent) && /MSIE |Trident\//.test(agent)
  var hasModules = "noModule" in document.createElement("script")
  if (!isOldExplorer && hasModules) {
    showFrame()
    document.addEventListener("readystatechange", watchBoxes)
    watchFirstFiles()
    watchScripts()
  }

  /*
   * BROWSER-7: what missing-functions.js adds; only browsers that lack one of them load it. Written into the document,
   * it runs before every module of it.
   */
  function lacksFunctions() {
    return !(
      Array.prototype.at &&
      Array.prototype.findLast &&
      Array.prototype.toSorted &&
      Object.hasOwn &&
      window.URL &&
      URL.canParse &&
      window.AbortSignal &&
      AbortSignal.abort
    )
  }
  var isLacking = lacksFunctions()
  var own = document.currentScript
  if (isLacking && hasModules && own)
    document.write(
      '<script data-first src="' + own.getAttribute("data-missing-functions") + '"></' + "script>",
    )

  /*
   * Parts of the page are loaded beside the bundle: for signed-in people those of the home page, for others those of the
   * login page. In the document both lists stand before this script.
   */
  function fetchAhead() {
    var isSignedIn = /^#\/main\/(?!demo)/.test(window.location.hash)
    var list = document.getElementById(isSignedIn ? "signed-in-parts" : "login-parts")
    if (!list) return
    var head = document.getElementsByTagName("head")[0]
    /* They could run before the missing functions are there. */
    var run = isLacking ? null : list.getAttribute("data-run")
    var scripts = run ? run.split(" ") : []
    var parts = list.getAttribute("content").split(" ")
    var isHome = isSignedIn && scripts.length > 2
    if (isHome) runScript(scripts[0], fetchShapes)
    else {
      for (var no = 0; no < scripts.length; no++) runScript(scripts[no])
      fetchParts()
    }
    /*
     * All files share the line. The largest, which has to run first, would be the last to come if all were asked for at once: the shapes are
     * asked for when the first small part has run, and the page's own files when the shapes have come.
     */
    function fetchShapes() {
      fetchPart(scripts[1], runShapes)
      fetchPart(scripts[2])
    }
    function runShapes() {
      runScript(scripts[1])
      runScript(scripts[2])
      fetchParts()
    }
    function runScript(address, next) {
      var script = document.createElement("script")
      script.type = "module"
      script.crossOrigin = "anonymous"
      script.src = address
      if (next) script.onload = script.onerror = next
      head.appendChild(script)
    }
    function fetchPart(address, next) {
      var link = document.createElement("link")
      var isSheet = /\.css$/.test(address)
      link.rel = isSheet ? "preload" : "modulepreload"
      if (isSheet) link.as = "style"
      link.crossOrigin = "anonymous"
      if (next) link.onload = link.onerror = next
      link.href = address
      head.appendChild(link)
    }
    function fetchParts() {
      for (var at = 0; at < parts.length; at++) fetchPart(parts[at])
    }
  }
  if (hasModules && document.createElement("link").relList) fetchAhead()

  function showBanner() {
    var banner = document.getElementById("browser-banner")
    var close = document.getElementById("browser-banner-close")
    if (!banner || !close || stored("sessionStorage", dismissedKey) === "1") return
    document.body.insertBefore(banner, document.body.firstChild)
    banner.removeAttribute("hidden")
    banner.style.display = "block"
    close.onclick = function () {
      banner.style.display = "none"
      try {
        window.sessionStorage.setItem(dismissedKey, "1")
      } catch (refused) {
        /* Dismissed for this page at least. */
      }
    }
  }

  function showTooOld() {
    var banner = document.getElementById("browser-banner")
    var root = document.getElementById("root")
    var words = document.getElementById("boot-words")
    if (!banner || !root) return
    page.removeAttribute(frameName)
    var sheet = document.createElement("link")
    sheet.rel = "stylesheet"
    sheet.href = banner.getAttribute("data-sheet")
    document.getElementsByTagName("head")[0].appendChild(sheet)
    showBanner()
    if (!words) {
      words = document.createElement("p")
      words.id = "boot-words"
      root.appendChild(words)
    }
    words.innerHTML = "当前浏览器版本过低，无法打开本系统，请更换浏览器后访问。"
    /* SHELL-2: who calls itself an old Internet Explorer keeps the banner until it is closed. */
    if (!hasModules || isOldExplorer) return
    /* On a slow connection the bundle may still come. */
    var watch = setInterval(function () {
      if (!isDrawn()) return
      clearInterval(watch)
      banner.style.display = "none"
    }, drawLimitMs)
  }

  if (hasModules && !isOldExplorer) return
  /* Internet Explorer 8 has neither DOMContentLoaded nor addEventListener. */
  if (document.addEventListener) document.addEventListener("DOMContentLoaded", showTooOld)
  else window.attachEvent("onload", showTooOld)
})()

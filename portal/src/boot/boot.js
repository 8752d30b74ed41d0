// @ts-nocheck: old browsers know members that the types of today have forgotten.
/* oxlint-disable no-unused-vars, prefer-add-event-listener, prefer-string-starts-ends-with -- Internet Explorer 8 knows neither another way. */
/*
 * Runs ahead of the bundle as a classic script, also where the bundle can't run (SHELL-2): ECMAScript 5 only,
 * boot.test.ts holds it to that. The banner's style sheet is fetched only by a browser that sees the banner.
 */
;(function () {
  "use strict"
  var page = document.documentElement
  var chosenKey = "uc:theme"
  var dismissedKey = "uc:browser-banner"

  /* A browser may refuse storage altogether; then there is simply nothing remembered. */
  function stored(area, key) {
    try {
      return window[area].getItem(key)
    } catch (refused) {
      return null
    }
  }

  var theme = stored("localStorage", chosenKey)
  if (theme !== "light" && theme !== "dark") theme = null
  if (theme) page.setAttribute("data-theme", theme)

  /*
   * BARE-2: a file that the document itself names did not come, so that no bundle will tell. Links of any kind are marked:
   * platform/load-chunk.ts fetches them once more.
   */
  var retryKey = "uc:first-files-retry"
  var pauseMs = 100
  var fetchLimitMs = 5000
  var openLimitMs = 30000
  var isFailing = false

  /* True once. What can't be remembered could go on for ever, so without storage there is no retry. */
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

  /* React draws over it, should the bundle come after all; without its style sheet nothing may be drawn at all. */
  function tell(isUnstyled) {
    var root = document.getElementById("root")
    var words = document.getElementById("boot-words") || document.createElement("p")
    var button = document.createElement("button")
    page.style.visibility = ""
    if (isUnstyled) {
      /* The browser's own colours, since the theme's have not come. */
      page.style.colorScheme = theme || "light dark"
      words.style.textAlign = "center"
      document.body.insertBefore(words, root)
      root.style.display = "none"
    }
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

  function fail(isUnstyled) {
    if (isFailing) return
    isFailing = true
    /* app/chunk-retry.ts: what is drawn behind it has not opened. */
    page.setAttribute("data-failed", "")
    if (isUnstyled) page.style.visibility = "hidden"
    setTimeout(function () {
      if (window.fetch && mayRetry()) fetchAllAndReload()
      else tell(isUnstyled)
    }, pauseMs)
  }

  function watchFirstFiles() {
    function look(event) {
      var part = event.target
      if (!part || !part.setAttribute) return
      if (part.tagName === "LINK") part.setAttribute("data-failed", "")
      if (part.getAttribute("data-first") !== null) fail(part.tagName === "LINK")
    }
    window.addEventListener("error", look, true)
    /* A connection that hangs raises no error. What has come by then is in the cache. */
    setTimeout(function () {
      if (isFailing || !document.getElementById("boot-words")) return
      if (mayRetry()) reload()
      else tell(false)
    }, openLimitMs)
  }

  var agent = navigator.userAgent
  /* Old Opera calls itself MSIE as well, so it is asked first. */
  var isOldExplorer = !/Opera|OPR\//.test(agent) && /MSIE |Trident\//.test(agent)
  if (!isOldExplorer) watchFirstFiles()

  /*
   * Nobody waits for the bundle to say what the page needs: it is fetched beside it, for the signed-in the home page's parts,
   * for all others the login page's. In the document both lists stand before this script.
   */
  function fetchAhead() {
    var isSignedIn = /^#\/main\/(?!demo)/.test(window.location.hash)
    var list = document.getElementById(isSignedIn ? "signed-in-parts" : "login-parts")
    if (!list) return
    var head = document.getElementsByTagName("head")[0]
    var run = list.getAttribute("data-run")
    var scripts = run ? run.split(" ") : []
    for (var no = 0; no < scripts.length; no++) {
      var script = document.createElement("script")
      script.type = "module"
      script.crossOrigin = "anonymous"
      script.src = scripts[no]
      head.appendChild(script)
    }
    var parts = list.getAttribute("content").split(" ")
    for (var at = 0; at < parts.length; at++) {
      var link = document.createElement("link")
      var isSheet = /\.css$/.test(parts[at])
      link.rel = isSheet ? "preload" : "modulepreload"
      if (isSheet) link.as = "style"
      link.crossOrigin = "anonymous"
      link.href = parts[at]
      head.appendChild(link)
    }
  }
  if (document.createElement("link").relList) fetchAhead()

  if (!isOldExplorer || stored("sessionStorage", dismissedKey) === "1") return

  function show() {
    var banner = document.getElementById("browser-banner")
    var close = document.getElementById("browser-banner-close")
    var boot = document.getElementById("boot-words")
    if (!banner || !close) return
    var sheet = document.createElement("link")
    sheet.rel = "stylesheet"
    sheet.href = banner.getAttribute("data-sheet")
    document.getElementsByTagName("head")[0].appendChild(sheet)
    banner.removeAttribute("hidden")
    banner.style.display = "block"
    if (boot) boot.innerHTML = "当前浏览器版本过低，无法打开本系统，请更换浏览器后访问。"
    close.onclick = function () {
      banner.style.display = "none"
      try {
        window.sessionStorage.setItem(dismissedKey, "1")
      } catch (refused) {
        /* Dismissed for this page at least. */
      }
    }
  }

  /* Internet Explorer 8 has neither DOMContentLoaded nor addEventListener. */
  if (document.addEventListener) document.addEventListener("DOMContentLoaded", show)
  else window.attachEvent("onload", show)
})()

/**
 * The page's script. Everything works without it; it adds the theme switch, copy buttons, ARIA tabs, the current
 * section in the outline, branches of a large navigation that the page left out, and page changes without a reload:
 * pages are fetched when the pointer comes near a link, and the body is exchanged when it is clicked.
 */

/** Runs before the first paint, in the page itself: the remembered theme, and that script is there. */
export const themeScript =
  '(function(d){d.classList.add("js");try{var t=localStorage.getItem("octavo-theme");if((t==="dark"||t==="light")&&!("fixed"in d.dataset))d.dataset.theme=t}catch(e){}})(document.documentElement)'

export const script = `
(function () {
  "use strict"
  var root = document.documentElement
  var MENUS = ".switcher[open], .sections details[open]"
  var all = function (selector, from) { return Array.from((from || document).querySelectorAll(selector)) }
  var make = function (tag, name) { var node = document.createElement(tag); if (name) node.className = name; return node }

  var toggle = function () {
    var usual = root.dataset.default || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")
    var next = (root.dataset.theme || usual) === "dark" ? "light" : "dark"
    if (next === usual && !root.dataset.default) delete root.dataset.theme
    else root.dataset.theme = next
    try {
      if (next === usual) localStorage.removeItem("octavo-theme")
      else localStorage.setItem("octavo-theme", next)
    } catch (error) {}
  }

  var enhance = function () {
  words = document.body.dataset
  all(".code").forEach(function (block) {
    var pre = block.querySelector("pre")
    if (!pre || !navigator.clipboard) return
    var button = make("button", "copy")
    button.type = "button"
    button.textContent = words.copy
    button.addEventListener("click", function () {
      navigator.clipboard.writeText(pre.textContent).then(function () {
        button.textContent = words.copied
        button.classList.add("done")
        setTimeout(function () { button.textContent = words.copy; button.classList.remove("done") }, 1600)
      })
    })
    block.append(button)
  })

  all("[data-copy-page]").forEach(function (link) {
    if (!navigator.clipboard) return
    var item = make("li")
    var button = make("button")
    button.type = "button"
    button.innerHTML = link.innerHTML
    var label = button.lastElementChild
    label.textContent = link.dataset.copyPage
    var text
    var read = function () {
      text = text || fetch(link.href).then(function (answer) {
        if (!answer.ok) throw answer
        return answer.text()
      })
      text.catch(function () { text = undefined })
      return text
    }
    link.closest("details").addEventListener("toggle", function (event) { if (event.target.open) read() })
    button.addEventListener("click", function () {
      read().then(function (markdown) { return navigator.clipboard.writeText(markdown) }).then(function () {
        label.textContent = words.copied
        setTimeout(function () { label.textContent = link.dataset.copyPage }, 1600)
      }, function () { location.href = link.href })
    })
    item.append(button)
    link.parentElement.before(item)
  })

  all(".tabs").forEach(function (tabs) {
    var inputs = all(":scope > input", tabs)
    var list = make("div", "tablist")
    list.setAttribute("role", "tablist")
    var buttons = []
    var panels = []
    var open = function (index, focus) {
      buttons.forEach(function (button, at) {
        button.setAttribute("aria-selected", at === index)
        button.tabIndex = at === index ? 0 : -1
        panels[at].classList.toggle("open", at === index)
      })
      if (focus) buttons[index].focus()
    }
    var current = Math.max(inputs.findIndex(function (input) { return input.checked }), 0)
    inputs.forEach(function (input, index) {
      var label = input.nextElementSibling
      var panel = label.nextElementSibling
      var button = make("button")
      button.type = "button"
      button.id = input.id
      button.append.apply(button, Array.from(label.childNodes))
      button.setAttribute("role", "tab")
      panel.id = input.id + "-panel"
      panel.dataset.title = button.textContent
      panel.setAttribute("role", "tabpanel")
      panel.setAttribute("aria-labelledby", input.id)
      button.setAttribute("aria-controls", panel.id)
      button.addEventListener("click", function () { open(index) })
      button.addEventListener("keydown", function (event) {
        var step = { ArrowRight: 1, ArrowLeft: -1, Home: -index, End: inputs.length - 1 - index }[event.key]
        if (step === undefined) return
        event.preventDefault()
        open((index + step + inputs.length) % inputs.length, true)
      })
      panel.addEventListener("reveal", function () { open(index) })
      buttons.push(button)
      panels.push(panel)
      list.append(button)
      input.remove()
      label.remove()
    })
    tabs.prepend(list)
    open(current)
  })

  all(".table, .code pre, .math").forEach(function (box) {
    if (box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight) box.removeAttribute("tabindex")
  })

  all("[popover] a").forEach(function (link) {
    link.addEventListener("click", function () {
      var box = link.closest("[popover]")
      if (box.matches(":popover-open")) box.hidePopover()
    })
  })

  links = all(".outline a")
  heads = links.map(function (link) { return document.getElementById(decodeURIComponent(link.hash.slice(1))) })
  mark()
  }
  var turned = function () { dispatchEvent(new Event("octavo:page")) }

  var named = function (id) {
    var other = id.toLowerCase()
    return document.getElementById(id) || all("main [id]").find(function (node) { return node.id.toLowerCase() === other })
  }
  var reveal = function () {
    var target = location.hash.length > 1 && named(decodeURIComponent(location.hash.slice(1)))
    if (!target) return
    for (var node = target; node && node !== document.body; node = node.parentElement) {
      if (node.classList.contains("tab-panel")) node.dispatchEvent(new Event("reveal"))
      if (node.tagName === "DETAILS") node.open = true
    }
    target.scrollIntoView()
  }
  var jump = function () { try { reveal() } catch (error) {} }

  var links = []
  var heads = []
  var waiting = false
  var seen = function (node) { return node.checkVisibility ? node.checkVisibility() : node.getClientRects().length > 0 }
  var mark = function () {
    waiting = false
    if (!links.length) return
    var line = parseFloat(getComputedStyle(root).scrollPaddingTop) + 24
    var at = 0
    heads.forEach(function (head, index) { if (head && seen(head) && head.getBoundingClientRect().top <= line) at = index })
    if (innerHeight + scrollY >= root.scrollHeight - 4 && scrollY > 0) at = links.length - 1
    links.forEach(function (link, index) {
      if (index === at) link.setAttribute("aria-current", "true")
      else link.removeAttribute("aria-current")
    })
  }
  var ask = function () { if (!waiting) { waiting = true; requestAnimationFrame(mark) } }
  addEventListener("scroll", ask, { passive: true })
  addEventListener("resize", ask)

  var center = function () {
    var active = document.querySelector(".sidebar [aria-current=page]")
    if (!active) return
    var bar = active.closest(".sidebar")
    var away = active.getBoundingClientRect().top - bar.getBoundingClientRect().top
    if (away < 0 || away > bar.clientHeight - 80) bar.scrollTop += away - bar.clientHeight / 2
  }

  var hrefOf = function (box) { return box.previousElementSibling.getAttribute("href") }
  var whole = { href: undefined, tree: undefined }
  var wholeTree = function (href) {
    if (whole.href !== href) {
      whole = { href: href, tree: fetch(href).then(function (answer) {
        if (!answer.ok) throw answer
        return answer.text()
      }).then(function (html) { return new DOMParser().parseFromString(html, "text/html") }) }
      whole.tree.catch(function () { whole = {} })
    }
    return whole.tree
  }
  var fill = function (box) {
    box.classList.remove("elided")
    wholeTree(box.closest(".sidebar").dataset.branches).then(function (tree) {
      var same = all("a + details", tree).find(function (other) { return hrefOf(other) === hrefOf(box) })
      box.append(same.lastElementChild.cloneNode(true))
      reopen()
    }).catch(function () { location.href = hrefOf(box) })
  }
  document.addEventListener("toggle", function (event) {
    if (event.target.open && event.target.classList.contains("elided")) fill(event.target)
  }, true)

  var kept = new Set()
  var keepOpen = function (box) { kept[box.open ? "delete" : "add"](hrefOf(box)) }
  var reopen = function () {
    all(".sidebar a + details").forEach(function (box) { if (kept.has(hrefOf(box))) box.open = true })
  }

  var inside = function (link) {
    return words.base !== undefined && link.origin === location.origin && link.pathname.startsWith(words.base + "/") &&
      !link.hasAttribute("download") && !link.target && !/\\.[a-z0-9]{2,5}$/i.test(link.pathname)
  }
  var pages = new Map()
  var load = function (path) {
    if (!pages.has(path)) {
      if (pages.size > 40) pages.clear()
      pages.set(path, fetch(path, { headers: { accept: "text/html" } }).then(function (answer) {
        if (!answer.ok || answer.redirected || !/^text\\/html/.test(answer.headers.get("content-type"))) throw answer
        return answer.text()
      }))
    }
    return pages.get(path)
  }
  var near = function (event) {
    var link = event.target.closest && event.target.closest("a[href]")
    if (link && inside(link) && link.pathname !== location.pathname) load(link.pathname).catch(function () {})
    var box = event.target.closest && event.target.closest(".elided")
    if (box) wholeTree(box.closest(".sidebar").dataset.branches).catch(function () {})
  }

  var shown = location.pathname
  var keep = function () { history.replaceState({ y: scrollY }, "") }
  var turn = 0
  var show = function (url, y) {
    var mine = ++turn
    var bar = document.querySelector(".sidebar")
    var stood = bar ? bar.scrollTop : 0
    load(url.pathname).then(function (html) {
      if (mine !== turn) return
      var next = new DOMParser().parseFromString(html, "text/html")
      // what it may send, and its script, come with the page alone
      if (next.querySelector("form.try")) { location.href = url; return }
      if (y === undefined) history.pushState({ y: 0 }, "", url)
      shown = url.pathname
      document.title = next.title
      all("link[rel=canonical], link[rel=alternate], meta[name], meta[property]", document.head).forEach(function (node) { node.remove() })
      all("link[rel=canonical], link[rel=alternate], meta[name], meta[property]", next.head).forEach(function (node) { document.head.append(node) })
      all("link[rel=stylesheet]", next.head).forEach(function (node) {
        if (!document.head.querySelector('link[href="' + node.getAttribute("href") + '"]')) document.head.append(node)
      })
      var look = document.head.querySelector("link[data-look]")
      var nextLook = next.head.querySelector("link[data-look]")
      if (look && (!nextLook || nextLook.getAttribute("href") !== look.getAttribute("href"))) look.remove()
      root.lang = next.documentElement.lang
      root.dir = next.documentElement.dir
      document.body.replaceWith(next.body)
      bar = document.querySelector(".sidebar")
      reopen()
      if (bar) bar.scrollTop = stood
      enhance()
      turned()
      center()
      scrollTo({ top: y || 0, behavior: "instant" })
      if (url.hash) jump()
      var title = document.querySelector("h1")
      if (!title || url.hash) return
      title.tabIndex = -1
      title.focus({ preventScroll: true })
    }, function () { location.href = url })
  }

  var isPlain = function (event) {
    return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  }

  // nothing is asked of the host of a video before somebody wants to see it
  var play = function (event, link) {
    var frame = link.dataset.frame
    var src = frame || link.dataset.video
    if (!src || !isPlain(event) || event.defaultPrevented) return false
    event.preventDefault()
    var player = make(frame ? "iframe" : "video", "player")
    player.title = link.textContent
    if (frame) {
      player.allow = "autoplay; fullscreen; picture-in-picture; encrypted-media"
      player.allowFullscreen = true
      player.referrerPolicy = "strict-origin-when-cross-origin"
    } else {
      player.controls = true
      player.autoplay = true
    }
    player.src = src
    link.replaceWith(player)
    player.focus()
    return true
  }

  addEventListener("click", function (event) {
    var target = event.target
    all(MENUS).forEach(function (box) { if (!box.contains(target)) box.open = false })
    if (!target.closest) return
    if (target.closest(".theme")) return toggle()
    var branch = target.closest(".sidebar summary")
    if (branch) return keepOpen(branch.parentElement)
    var link = target.closest("a[href]")
    if (link && play(event, link)) return
    if (!link || !isPlain(event) || event.defaultPrevented || !inside(link)) return
    if (link.pathname === location.pathname) return link.hash && link.hash === location.hash ? jump() : undefined
    event.preventDefault()
    keep()
    show(new URL(link.href))
  })
  addEventListener("popstate", function (event) {
    if (location.pathname !== shown) show(new URL(location.href), (event.state && event.state.y) || 0)
  })
  addEventListener("hashchange", jump)
  addEventListener("keydown", function (event) {
    if (event.key !== "Escape") return
    all(MENUS).forEach(function (box) { box.open = false; box.firstElementChild.focus() })
  })
  var saving = navigator.connection && navigator.connection.saveData
  if (!saving) ["mouseover", "focusin", "touchstart"].forEach(function (name) {
    addEventListener(name, near, { passive: true })
  })

  var words = document.body.dataset
  enhance()
  center()
  if (location.hash) jump()
})()
`

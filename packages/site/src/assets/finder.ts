/**
 * Search where the reader is: a dialog that asks the search page for its list while somebody types. Opened by the
 * search link, Ctrl+K or a slash. Without script the link leads to the search page.
 */
export const finder = `
(function () {
  "use strict"
  var all = function (selector, from) { return Array.from((from || document).querySelectorAll(selector)) }
  var make = function (tag, name) { var node = document.createElement(tag); if (name) node.className = name; return node }
  var key = function () { return "octavo-recent" + document.body.dataset.base }
  var recent = function () {
    try { return JSON.parse(localStorage.getItem(key())) || [] } catch (error) { return [] }
  }
  var remember = function (link) {
    // addresses of previews let in: other sites on this host could read what is kept
    if (document.body.dataset.base.includes("/~preview/")) return
    var href = link.getAttribute("href")
    var title = link.querySelector("strong").textContent
    var others = recent().filter(function (one) { return one.href !== href })
    try { localStorage.setItem(key(), JSON.stringify([{ href: href, title: title }].concat(others).slice(0, 5))) } catch (error) {}
  }

  var told
  var tell = function (detail) { dispatchEvent(new CustomEvent("octavo:event", { detail: detail })) }

  var showRecent = function (list, words) {
    list.textContent = ""
    var known = recent()
    if (!known.length) return
    var head = make("p", "count")
    head.textContent = words
    var items = make("ul")
    known.forEach(function (one) {
      var link = make("a")
      var title = make("strong")
      title.textContent = one.title
      link.href = one.href
      link.append(title)
      var item = make("li")
      item.append(link)
      items.append(item)
    })
    list.append(head, items)
  }

  var open = function (link) {
    var words = link.dataset
    var box = make("dialog", "finder")
    var form = make("form")
    var field = make("input")
    var close = make("button", "tool")
    var list = make("div", "found")
    var asked
    var timer
    box.setAttribute("aria-label", words.field)
    form.setAttribute("role", "search")
    form.action = link.href
    field.type = "search"
    field.name = "q"
    field.maxLength = 512
    field.autocomplete = "off"
    field.placeholder = words.field
    field.setAttribute("aria-label", words.field)
    close.type = "button"
    close.textContent = "Esc"
    close.setAttribute("aria-label", words.clear)
    form.append(link.querySelector("svg").cloneNode(true), field, close)
    box.append(form, list)

    var find = function () {
      var query = field.value.trim()
      if (asked) asked.abort()
      if (!query) return showRecent(list, words.recent)
      asked = new AbortController()
      fetch(link.href + "?part=list&q=" + encodeURIComponent(query), { signal: asked.signal }).then(function (answer) {
        if (!answer.ok) throw answer
        return answer.text()
      }).then(function (html) {
        var found = new DOMParser().parseFromString(html, "text/html")
        list.replaceChildren.apply(list, Array.from(found.body.childNodes))
        list.scrollTop = 0
        clearTimeout(told)
        told = setTimeout(function () {
          tell({ type: "search_type_query", query: query, results: all("section > ul > li", list).length })
        }, 1000)
      }).catch(function (error) {
        // the search page says what is wrong
        if (error.name !== "AbortError") form.submit()
      })
    }
    field.addEventListener("input", function () { clearTimeout(timer); timer = setTimeout(find, 120) })
    form.addEventListener("submit", function (event) {
      var first = list.querySelector("a")
      if (!first || !field.value.trim()) return
      event.preventDefault()
      first.click()
    })
    close.addEventListener("click", function () { box.close() })
    box.addEventListener("close", function () { box.remove(); link.focus() })
    box.addEventListener("click", function (event) {
      if (event.target === box) return box.close()
      var target = event.target.closest("a")
      if (!target) return
      remember(target)
      if (field.value.trim()) tell({ type: "search_open_result", query: field.value.trim() })
      if (!event.metaKey && !event.ctrlKey && !event.shiftKey) box.close()
    })
    box.addEventListener("keydown", function (event) {
      var step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      var links = all("a", list)
      if (step && links.length) {
        event.preventDefault()
        var next = links.indexOf(document.activeElement) + step
        if (next < 0) field.focus()
        else links[Math.min(next, links.length - 1)].focus()
      } else if (event.key.length === 1 && event.target !== field && !event.ctrlKey && !event.metaKey && !event.altKey) {
        field.focus()
      }
    })
    document.body.append(box)
    showRecent(list, words.recent)
    box.showModal()
    tell({ type: "search_open" })
    field.focus()
  }

  addEventListener("click", function (event) {
    var link = event.target.closest && event.target.closest(".find")
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open(link)
  }, true)
  addEventListener("keydown", function (event) {
    var link = document.querySelector(".find")
    if (!link || document.querySelector("dialog[open]")) return
    var writes = event.target.closest && event.target.closest("input, textarea, select, [contenteditable]")
    var chord = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k"
    if (!chord && (event.key !== "/" || writes || event.ctrlKey || event.metaKey || event.altKey)) return
    event.preventDefault()
    open(link)
  })
})()
`

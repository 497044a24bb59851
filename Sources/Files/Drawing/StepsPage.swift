/// A page of drawings with a text beside each, as HTML that needs nothing else.
package enum StepsPage {
  /// - Parameters:
  ///   - title: The heading.
  ///   - parts: Headings, drawings and texts, in order.
  package static func html(
    title: String, _ parts: [(heading: String, picture: BoardPicture, text: String)]
  ) -> String {
    var html = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(SVG.escaped(title))</title>
      <style>
      body { font: 16px/1.5 "DejaVu Sans", Verdana, sans-serif; max-width: 62em; margin: 1em auto; padding: 0 1em; }
      section { break-inside: avoid; margin-bottom: 2em; }
      section div { display: flex; flex-wrap: wrap; gap: 1.5em; }
      section svg { width: 30em; max-width: 100%; height: auto; }
      p { flex: 1 1 20em; margin: 0; white-space: pre-line; }
      h1 { font-size: 1.4em; } h2 { font-size: 1.1em; }
      </style>
      </head>
      <body>
      <h1>\(SVG.escaped(title))</h1>

      """
    if parts.count > 1 {
      let lines = parts.enumerated().map { index, part in
        "<li><a href=\"#s\(index)\">\(SVG.escaped(part.heading))</a></li>\n"
      }
      html += "<nav><ul>\n\(lines.joined())</ul></nav>\n"
    }
    for (index, part) in parts.enumerated() {
      html += "<section id=\"s\(index)\">\n<h2>\(SVG.escaped(part.heading))</h2>\n"
      html += "<div>\(SVGBoard(part.picture).svg)<p>\(SVG.escaped(part.text))</p></div>\n"
      html += "</section>\n"
    }
    return html + "</body>\n</html>\n"
  }
}

/// The pages of a book in one HTML file, one a sheet when it is printed.
package enum BookPage {
  package static func html(title: String, _ pages: [String]) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <title>\(SVG.escaped(title))</title>
    <style>
    @page { margin: 0; }
    body { margin: 0; }
    svg { display: block; break-after: page; margin: 0 auto; }
    </style>
    </head>
    <body>
    \(pages.joined())</body>
    </html>

    """
  }
}

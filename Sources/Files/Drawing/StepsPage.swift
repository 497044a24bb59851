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
      section { display: flex; flex-wrap: wrap; gap: 1.5em; break-inside: avoid; margin-bottom: 2em; }
      section svg { width: 30em; max-width: 100%; height: auto; }
      section div { flex: 1 1 20em; }
      h1 { font-size: 1.4em; } h2 { font-size: 1.1em; }
      </style>
      </head>
      <body>
      <h1>\(SVG.escaped(title))</h1>

      """
    for part in parts {
      html += "<section>\n\(SVGBoard(part.picture).svg)<div><h2>\(SVG.escaped(part.heading))</h2>"
      html += "<p>\(SVG.escaped(part.text))</p></div>\n</section>\n"
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

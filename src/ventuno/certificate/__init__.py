"""WHAT a laboratory is handed: the returns of a variant beside the published ones, and how they were found.

`certify.certify` has everything a certificate says as data, worked out when it is asked for;
`plain.as_plain` says it as JSON, `page.as_html` as one printable page. Nothing is imported here: a
command that only needs the returns does not load the page and its languages.
"""

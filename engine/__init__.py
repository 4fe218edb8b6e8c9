"""Pure rules: values in, values out; no files, no sockets, no clock."""

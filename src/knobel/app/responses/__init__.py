"""The bodies of all responses, by subject: the only definition of each.

A server describes its API by them; whoever answers builds plain dictionaries of these shapes. Values that are
dataclasses elsewhere, such as a scene, are sent with the same fields, tuples as lists.
"""

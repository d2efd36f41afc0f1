"""What a house's finished evenings come to over the years: people, lists, champions, seasons.

An evening is summed up once (`summaries`); everything else adds such summaries and never looks at
deals again.
"""
